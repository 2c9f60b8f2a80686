#include "engine/filter/blocked_bloom.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <optional>
#include <utility>

#include "engine/filter/arithmetic.h"
#include "engine/filter/blocked_bloom_probes.h"
#include "engine/filter/filter_bytes.h"

namespace bitladder::engine {
namespace {

constexpr std::uint64_t kLineBits = 512;
constexpr std::uint64_t kLineBytes = kLineBits / 8;
constexpr std::uint64_t kLineWords = kLineBits / 64;
constexpr int kProbesPerWord = 7;
constexpr int kProbeBits = 9;

// Calls visit(word of the line, bit of the word) for each probe of the key, until it returns false.
template <class Visit>
bool ForEachProbe(std::uint64_t hash, int probes, Visit visit) {
  for (std::uint64_t i = 1; probes > 0; ++i, probes -= kProbesPerWord) {
    std::uint64_t word = MixedWord(hash, i);
    for (int j = 0; j < std::min(probes, kProbesPerWord); ++j, word >>= kProbeBits) {
      if (!visit(word / 64 % kLineWords, word % 64)) return false;
    }
  }
  return true;
}

std::array<std::uint64_t, kLineWords> LoadLine(const std::uint8_t* line) {
  std::array<std::uint64_t, kLineWords> words;
  std::memcpy(words.data(), line, sizeof(words));
  return words;
}

class BlockedBloomReader final : public FilterReader {
 public:
  BlockedBloomReader(AlignedBytes payload, int probes)
      : payload_(std::move(payload)), lines_(payload_.size() / kLineBytes), probes_(probes) {}

  bool MayContain(const KeyHash& key) const override {
    const std::uint8_t* line = payload_.data() + kLineBytes * MulHi64(key.wide, lines_);
    return ForEachProbe(key.wide, probes_, [line](std::uint64_t word, std::uint64_t bit) {
      std::uint64_t bits;
      std::memcpy(&bits, line + 8 * word, sizeof(bits));
      return (bits >> bit & 1) != 0;
    });
  }

  void Prefetch(const KeyHash& key) const override {
    __builtin_prefetch(payload_.data() + kLineBytes * MulHi64(key.wide, lines_));
  }

  FilterKind kind() const override { return FilterKind::kBlockedBloom; }
  std::uint64_t filter_bits() const override { return kLineBits * lines_; }
  std::uint64_t resident_bytes() const override {
    return sizeof(*this) + payload_.resident_bytes();
  }

  std::optional<double> FprFromContents() const override {
    double sum = 0;
    for (std::uint64_t i = 0; i < lines_; ++i) {
      int ones = 0;
      for (const std::uint64_t word : LoadLine(payload_.data() + kLineBytes * i)) {
        ones += std::popcount(word);
      }
      sum += std::pow(ones / static_cast<double>(kLineBits), probes_);
    }
    return sum / static_cast<double>(lines_);
  }
  std::optional<double> FillRatio() const override {
    return static_cast<double>(payload_.CountOnes()) / static_cast<double>(filter_bits());
  }

 private:
  AlignedBytes payload_;
  std::uint64_t lines_;
  int probes_;
};

}  // namespace

std::uint64_t BlockedBloomLines(std::uint64_t keys, std::uint32_t bits_per_key_1024) {
  return RequestedBits(keys, bits_per_key_1024) / kLineBits;
}

std::string BuildBlockedBloom(std::uint32_t bits_per_key_1024, std::span<const KeyHash> keys) {
  const std::uint64_t lines = BlockedBloomLines(keys.size(), bits_per_key_1024);
  if (lines == 0) return {};
  const int probes = BestBlockedBloomProbes(kLineBits * lines, keys.size());
  AlignedBytes payload(kLineBytes * lines);
  constexpr std::size_t kAhead = 32;
  for (std::size_t i = 0; i < keys.size(); ++i) {
    if (i + kAhead < keys.size()) {
      __builtin_prefetch(payload.data() + kLineBytes * MulHi64(keys[i + kAhead].wide, lines), 1);
    }
    std::uint8_t* line = payload.data() + kLineBytes * MulHi64(keys[i].wide, lines);
    ForEachProbe(keys[i].wide, probes, [line](std::uint64_t word, std::uint64_t bit) {
      std::uint64_t bits;
      std::memcpy(&bits, line + 8 * word, sizeof(bits));
      bits |= std::uint64_t{1} << bit;
      std::memcpy(line + 8 * word, &bits, sizeof(bits));
      return true;
    });
  }
  return SealFilter(payload, {.keys = keys.size(),
                              .parameter = static_cast<std::uint8_t>(probes),
                              .kind = FilterKind::kBlockedBloom});
}

Result<std::unique_ptr<FilterReader>> OpenBlockedBloom(std::string bytes) {
  const Result<FilterTrailer> trailer = ReadTrailer(FilterKind::kBlockedBloom, bytes);
  if (!trailer) return tl::unexpected<Error>(trailer.error());
  AlignedBytes payload(Payload(bytes));
  if (payload.size() % kLineBytes != 0) {
    return BadFilter(FilterKind::kBlockedBloom, "size is not a multiple of a cache line");
  }
  const int probes = BestBlockedBloomProbes(std::uint64_t{8} * payload.size(), trailer->keys);
  if (trailer->parameter != probes) {
    return BadFilter(FilterKind::kBlockedBloom, "number of probes does not fit keys and size");
  }
  return std::make_unique<BlockedBloomReader>(std::move(payload), probes);
}

}  // namespace bitladder::engine
