#include "engine/filter/leveldb_bloom.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "engine/filter/arithmetic.h"
#include "engine/filter/bit_setter.h"
#include "engine/filter/filter_batch.h"
#include "engine/filter/filter_bytes.h"

namespace bitladder::engine {
namespace {

constexpr std::uint64_t kMinBits = 64;
constexpr std::uint32_t kMaxProbes = 30;  // LevelDB reserves larger values for other encodings

std::uint32_t Probes(std::uint32_t whole_bits_per_key) {
  return std::clamp(69 * whole_bits_per_key / 100, 1U, kMaxProbes);
}

constexpr std::uint32_t ProbeStep(std::uint32_t hash) { return (hash >> 17) | (hash << 15); }

bool ProbesAllSet(const std::uint8_t* data, std::uint64_t bits, std::uint32_t probes,
                  std::uint32_t hash) {
  const std::uint32_t step = ProbeStep(hash);
  for (std::uint32_t i = 0; i < probes; ++i, hash += step) {
    const std::uint64_t position = hash % bits;
    if ((data[position / 8] >> (position % 8) & 1) == 0) return false;
  }
  return true;
}

class LevelDbBloomReader final : public FilterReader {
 public:
  LevelDbBloomReader(AlignedBytes payload, std::uint32_t probes)
      : payload_(std::move(payload)), bits_(std::uint64_t{8} * payload_.size()), probes_(probes) {}

  bool MayContain(const KeyHash& key) const override {
    return ProbesAllSet(payload_.data(), bits_, probes_, key.leveldb);
  }

  void Prefetch(const KeyHash& key) const override {
    std::uint32_t hash = key.leveldb;
    const std::uint32_t step = ProbeStep(hash);
    for (std::uint32_t i = 0; i < std::min(probes_, kPrefetchedProbes); ++i, hash += step) {
      __builtin_prefetch(payload_.data() + hash % bits_ / 8);
    }
  }

  std::uint64_t MayContainBatch(std::span<const KeyHash> keys) const override {
    return ProbeBatch(*this, keys);
  }

  FilterKind kind() const override { return FilterKind::kLevelDbBloom; }
  std::uint64_t filter_bits() const override { return bits_; }
  std::uint64_t resident_bytes() const override {
    return sizeof(*this) + payload_.resident_bytes();
  }

  // fill^k is not this filter's rate: its probes depend on each other.
  std::optional<double> FprFromContents() const override { return std::nullopt; }
  std::optional<double> FillRatio() const override {
    return static_cast<double>(payload_.CountOnes()) / static_cast<double>(bits_);
  }

 private:
  static constexpr std::uint32_t kPrefetchedProbes = 3;

  AlignedBytes payload_;
  std::uint64_t bits_;
  std::uint32_t probes_;
};

}  // namespace

std::uint64_t LevelDbBloomBits(std::uint64_t keys, std::uint32_t bits_per_key_1024) {
  const std::uint64_t bits = RequestedBits(keys, bits_per_key_1024 / 1024 * 1024);
  return bits == 0 ? 0 : (std::max(bits, kMinBits) + 7) / 8 * 8;
}

std::string BuildLevelDbBloom(std::uint32_t bits_per_key_1024, std::span<const KeyHash> keys) {
  const std::uint64_t bits = LevelDbBloomBits(keys.size(), bits_per_key_1024);
  if (bits == 0) return {};
  const std::uint32_t probes = Probes(bits_per_key_1024 / 1024);
  AlignedBytes payload(bits / 8);
  BitSetter setter(payload.data(), keys.front().leveldb % bits);
  for (const KeyHash& key : keys) {
    std::uint32_t hash = key.leveldb;
    const std::uint32_t step = ProbeStep(hash);
    for (std::uint32_t i = 0; i < probes; ++i, hash += step) setter.Set(hash % bits);
  }
  setter.Flush();
  std::string bytes(reinterpret_cast<const char*>(payload.data()), payload.size());
  bytes.push_back(static_cast<char>(probes));
  return bytes;
}

Result<std::unique_ptr<FilterReader>> OpenLevelDbBloom(std::string bytes) {
  constexpr FilterKind kKind = FilterKind::kLevelDbBloom;
  if (bytes.size() < kMinBits / 8 + 1) return BadFilter(kKind, "shorter than 64 bits and a byte");
  const std::uint32_t probes = static_cast<std::uint8_t>(bytes.back());
  if (probes < 1 || probes > kMaxProbes) return BadFilter(kKind, "number of probes not in 1..30");
  bytes.pop_back();
  return std::make_unique<LevelDbBloomReader>(AlignedBytes(bytes), probes);
}

bool IsLevelDbBloom(std::string_view bytes) {
  if (bytes.size() < kMinBits / 8 + 1) return false;
  const std::uint32_t probes = static_cast<std::uint8_t>(bytes.back());
  return probes >= 1 && probes <= kMaxProbes;
}

bool LevelDbBloomMayContain(std::string_view bytes, std::uint32_t leveldb_hash) {
  const std::string_view payload = bytes.substr(0, bytes.size() - 1);
  return ProbesAllSet(reinterpret_cast<const std::uint8_t*>(payload.data()),
                      std::uint64_t{8} * payload.size(), static_cast<std::uint8_t>(bytes.back()),
                      leveldb_hash);
}

}  // namespace bitladder::engine
