#include "engine/table/block_filters.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/check.h"
#include "engine/filter/leveldb_bloom.h"
#include "engine/io/coding.h"

namespace bitladder::engine {

namespace {

constexpr unsigned kBaseLog2 = 11;  // one filter for each 2 KiB
constexpr std::size_t kWord = sizeof(std::uint32_t);
constexpr std::size_t kTailBytes = kWord + 1;

// Gives the hashes of all versions, in key order.
class VersionSource {
 public:
  explicit VersionSource(const TableKeys& keys) : keys_(keys) { LoadVersions(); }

  const KeyHash& Next() {
    while (left_ == 0) {
      ++key_;
      LoadVersions();
    }
    --left_;
    return keys_.distinct[key_];
  }

 private:
  void LoadVersions() {
    ENGINE_CHECK(key_ < keys_.distinct.size(), key_, keys_.distinct.size());
    const bool repeated =
        repeated_ < keys_.repeated.size() && keys_.repeated[repeated_].key == key_;
    left_ = repeated ? keys_.repeated[repeated_++].versions : 1;
  }

  const TableKeys& keys_;
  std::size_t key_ = 0;
  std::size_t repeated_ = 0;
  std::uint64_t left_ = 0;
};

// Where filter i begins. The word after the last offset, which says where the offsets begin, is
// where the last filter ends.
std::uint32_t FilterOffset(std::string_view bytes, std::size_t offsets_begin, std::size_t i) {
  return DecodeFixed32(bytes.data() + offsets_begin + i * kWord);
}

class BlockFilterReader final : public FilterReader {
 public:
  BlockFilterReader(std::string bytes, std::size_t offsets_begin, std::size_t count)
      : bytes_(std::move(bytes)), offsets_begin_(offsets_begin), count_(count) {
    for (std::size_t i = 0; i < count_; ++i) {
      const std::string_view filter = Filter(i);
      if (!filter.empty()) filter_bits_ += 8 * (filter.size() - 1);
    }
  }

  bool MayContain(const KeyHash& /*key*/) const override { return true; }

  bool MayContainInBlock(const KeyHash& key, std::uint64_t block_offset) const override {
    const std::uint64_t index = block_offset >> kBaseLog2;
    if (index >= count_) return true;
    const std::string_view filter = Filter(static_cast<std::size_t>(index));
    return !filter.empty() && LevelDbBloomMayContain(filter, key.leveldb);
  }

  void Prefetch(const KeyHash& /*key*/) const override {}  // the block is not known yet
  FilterKind kind() const override { return FilterKind::kLevelDbBloom; }
  std::uint64_t filter_bits() const override { return filter_bits_; }
  std::uint64_t resident_bytes() const override { return sizeof(*this) + bytes_.capacity(); }
  std::optional<double> FprFromContents() const override { return std::nullopt; }

  std::optional<double> FillRatio() const override {
    std::uint64_t ones = 0;
    for (std::size_t i = 0; i < count_; ++i) {
      const std::string_view filter = Filter(i);
      if (filter.empty()) continue;
      for (const char byte : filter.substr(0, filter.size() - 1)) {
        ones += static_cast<std::uint64_t>(std::popcount(static_cast<unsigned char>(byte)));
      }
    }
    if (filter_bits_ == 0) return std::nullopt;
    return static_cast<double>(ones) / static_cast<double>(filter_bits_);
  }

  std::string_view Filter(std::size_t i) const {
    const std::uint32_t begin = FilterOffset(bytes_, offsets_begin_, i);
    return std::string_view(bytes_).substr(begin,
                                           FilterOffset(bytes_, offsets_begin_, i + 1) - begin);
  }

 private:
  std::string bytes_;
  std::size_t offsets_begin_;
  std::size_t count_;
  std::uint64_t filter_bits_ = 0;
};

// Offsets must ascend to where they begin themselves, and each filter be one or empty.
bool FiltersAreWellFormed(std::string_view bytes, std::size_t offsets_begin, std::size_t count) {
  if (count == 0) return offsets_begin == 0;
  if (FilterOffset(bytes, offsets_begin, 0) != 0) return false;
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint32_t begin = FilterOffset(bytes, offsets_begin, i);
    const std::uint32_t end = FilterOffset(bytes, offsets_begin, i + 1);
    if (begin > end || end > offsets_begin) return false;
    if (begin != end && !IsLevelDbBloom(bytes.substr(begin, end - begin))) return false;
  }
  return true;
}

tl::unexpected<Error> Malformed(std::string_view what) {
  return Fail(ErrorCode::kCorruption, std::string("block filters: ").append(what));
}

}  // namespace

std::string BuildBlockFilters(std::uint32_t bits_per_key_1024, const TableKeys& keys) {
  if (bits_per_key_1024 < 1024 || keys.blocks.empty()) return {};
  // LevelDB makes filters up to the end of the last block, even where no block starts.
  const std::uint64_t count =
      std::max((keys.blocks.back().offset >> kBaseLog2) + 1, keys.data_end >> kBaseLog2);
  std::string out;
  std::string offsets;
  std::vector<KeyHash> hashes;
  VersionSource versions(keys);
  auto block = keys.blocks.begin();
  for (std::uint64_t filter = 0; filter < count; ++filter) {
    ENGINE_CHECK(out.size() <= std::numeric_limits<std::uint32_t>::max(), out.size(), filter);
    AppendFixed32(&offsets, static_cast<std::uint32_t>(out.size()));
    hashes.clear();
    for (; block != keys.blocks.end() && block->offset >> kBaseLog2 == filter; ++block) {
      for (std::uint64_t i = 0; i < block->versions; ++i) hashes.push_back(versions.Next());
    }
    out += BuildLevelDbBloom(bits_per_key_1024, hashes);
  }
  const auto offsets_begin = static_cast<std::uint32_t>(out.size());
  out += offsets;
  AppendFixed32(&out, offsets_begin);
  out.push_back(static_cast<char>(kBaseLog2));
  return out;
}

Result<std::unique_ptr<FilterReader>> OpenBlockFilters(std::string bytes) {
  if (bytes.empty()) return std::unique_ptr<FilterReader>();
  if (bytes.size() < kTailBytes) return Malformed("too short");
  if (bytes.back() != static_cast<char>(kBaseLog2)) return Malformed("not one for each 2 KiB");
  const std::size_t tail = bytes.size() - kTailBytes;
  const std::size_t offsets_begin = DecodeFixed32(bytes.data() + tail);
  if (offsets_begin > tail || (tail - offsets_begin) % kWord != 0) {
    return Malformed("the offsets do not fit");
  }
  const std::size_t count = (tail - offsets_begin) / kWord;
  if (!FiltersAreWellFormed(bytes, offsets_begin, count)) return Malformed("a filter is damaged");
  return std::make_unique<BlockFilterReader>(std::move(bytes), offsets_begin, count);
}

}  // namespace bitladder::engine
