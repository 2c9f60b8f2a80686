#include "engine/filter/blocked_bloom.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <optional>
#include <string_view>
#include <utility>

#include "engine/filter/arithmetic.h"
#include "engine/filter/blocked_bloom_probes.h"
#include "engine/filter/filter_batch.h"
#include "engine/filter/filter_bytes.h"

namespace bitladder::engine {
namespace {

constexpr std::uint64_t kLineBits = 512;
constexpr std::uint64_t kLineBytes = kLineBits / 8;
constexpr std::uint64_t kLineWords = kLineBits / 64;
constexpr int kProbesPerWord = 7;
constexpr int kProbeBits = 9;

std::array<std::uint64_t, kLineWords> LoadLine(const std::uint8_t* line) {
  std::array<std::uint64_t, kLineWords> words;
  std::memcpy(words.data(), line, sizeof(words));
  return words;
}

// Everything but the test of a line.
class BlockedBloomReader : public FilterReader {
 public:
  BlockedBloomReader(AlignedBytes payload, int probes)
      : payload_(std::move(payload)), lines_(payload_.size() / kLineBytes), probes_(probes) {}

  void Prefetch(const KeyHash& key) const override { __builtin_prefetch(LineOf(key)); }

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

 protected:
  const std::uint8_t* LineOf(const KeyHash& key) const {
    return payload_.data() + kLineBytes * MulHi64(key.wide, lines_);
  }
  int probes() const { return probes_; }

 private:
  AlignedBytes payload_;
  std::uint64_t lines_;
  int probes_;
};

class PortableBlockedBloomReader final : public BlockedBloomReader {
 public:
  using BlockedBloomReader::BlockedBloomReader;

  // All probes of a mixed word are tested without a branch: half of the lines' bits are set, so
  // that leaving at the first clear one would mispredict once a lookup, for more than the tests
  // cost.
  bool MayContain(const KeyHash& key) const override {
    const std::uint8_t* line = LineOf(key);
    std::uint64_t i = 1;
    for (int left = probes(); left > 0; left -= kProbesPerWord, ++i) {
      std::uint64_t fields = MixedWord(key.wide, i);
      std::uint64_t all = 1;
      for (int j = std::min(left, kProbesPerWord); j > 0; --j, fields >>= kProbeBits) {
        std::uint64_t word;
        std::memcpy(&word, line + fields / 64 % kLineWords * 8, sizeof(word));
        all &= word >> (fields % 64);
      }
      if (all == 0) return false;
    }
    return true;
  }

  std::uint64_t MayContainBatch(std::span<const KeyHash> keys) const override {
    return ProbeBatch(*this, keys);
  }
};

#if defined(__x86_64__)
#pragma GCC diagnostic push
#if !defined(__clang__)
// g++ 12 sees uninitialised values in its own intrinsics.
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif
// The same answers with the whole line in one register: the seven fields of a word pick their words
// of the line by one permutation and their bits by one shift.
class Avx512BlockedBloomReader final : public BlockedBloomReader {
 public:
  using BlockedBloomReader::BlockedBloomReader;

  __attribute__((target("avx512f"))) bool MayContain(const KeyHash& key) const override {
    return TestLine(LineOf(key), key.wide, probes());
  }

  __attribute__((target("avx512f"))) std::uint64_t MayContainBatch(
      std::span<const KeyHash> keys) const override {
    ENGINE_CHECK(keys.size() <= 64, keys.size(), 64);
    std::array<const std::uint8_t*, 64> lines;
    for (std::size_t i = 0; i < keys.size(); ++i) {
      lines[i] = LineOf(keys[i]);
      __builtin_prefetch(lines[i]);
    }
    std::uint64_t maybe = 0;
    for (std::size_t i = 0; i < keys.size(); ++i) {
      maybe |= std::uint64_t{TestLine(lines[i], keys[i].wide, probes())} << i;
    }
    return maybe;
  }

 private:
  __attribute__((target("avx512f"))) static bool TestLine(const std::uint8_t* at,
                                                          std::uint64_t hash, int probes) {
    const __m512i line = _mm512_load_si512(at);
    const __m512i shifts = _mm512_setr_epi64(0, 9, 18, 27, 36, 45, 54, 63);
    std::uint64_t i = 1;
    for (int left = probes; left > 0; left -= kProbesPerWord, ++i) {
      const auto mixed = static_cast<long long>(MixedWord(hash, i));
      const __m512i fields = _mm512_srlv_epi64(_mm512_set1_epi64(mixed), shifts);
      const __m512i words = _mm512_permutexvar_epi64(_mm512_srli_epi64(fields, 6), line);
      const __m512i bits =
          _mm512_sllv_epi64(_mm512_set1_epi64(1), _mm512_and_epi64(fields, _mm512_set1_epi64(63)));
      const unsigned tested = (1U << std::min(left, kProbesPerWord)) - 1;
      if ((_mm512_test_epi64_mask(words, bits) & tested) != tested) return false;
    }
    return true;
  }
};
#pragma GCC diagnostic pop
#endif

// Sets the bits of all keys, with the number of probes known to the compiler, which unrolls them:
// 14 ns a key for 10^8 keys where a loop takes 28.
template <int kProbes>
void AddKeys(std::span<const KeyHash> keys, std::uint64_t lines, std::uint8_t* payload) {
  constexpr std::size_t kAhead = 32;
  for (std::size_t i = 0; i < keys.size(); ++i) {
    if (i + kAhead < keys.size()) {
      __builtin_prefetch(payload + kLineBytes * MulHi64(keys[i + kAhead].wide, lines), 1);
    }
    std::uint8_t* line = payload + kLineBytes * MulHi64(keys[i].wide, lines);
    std::uint64_t fields = 0;
    for (int j = 0; j < kProbes; ++j, fields >>= kProbeBits) {
      if (j % kProbesPerWord == 0) fields = MixedWord(keys[i].wide, 1 + j / kProbesPerWord);
      std::uint64_t word;
      std::memcpy(&word, line + fields / 64 % kLineWords * 8, sizeof(word));
      word |= std::uint64_t{1} << (fields % 64);
      std::memcpy(line + fields / 64 % kLineWords * 8, &word, sizeof(word));
    }
  }
}

template <int... kFewer>
constexpr auto AddKeysByProbes(std::integer_sequence<int, kFewer...>) {
  return std::array{&AddKeys<kFewer + 1>...};
}
constexpr auto kAddKeys =
    AddKeysByProbes(std::make_integer_sequence<int, kMaxBlockedBloomProbes>());

struct Checked {
  AlignedBytes payload;
  int probes;
};

Result<Checked> CheckBlockedBloom(std::string_view bytes) {
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
  return Checked{.payload = std::move(payload), .probes = probes};
}

}  // namespace

std::uint64_t BlockedBloomLines(std::uint64_t keys, std::uint32_t bits_per_key_1024) {
  return RequestedBits(keys, bits_per_key_1024) / kLineBits;
}

std::string BuildBlockedBloom(std::uint32_t bits_per_key_1024, std::span<const KeyHash> keys) {
  const std::uint64_t lines = BlockedBloomLines(keys.size(), bits_per_key_1024);
  if (lines == 0) return {};
  const int probes = BestBlockedBloomProbes(kLineBits * lines, keys.size());
  AlignedBytes payload(kLineBytes * lines);
  kAddKeys[static_cast<std::size_t>(probes) - 1](keys, lines, payload.data());
  return SealFilter(payload, {.keys = keys.size(),
                              .parameter = static_cast<std::uint8_t>(probes),
                              .kind = FilterKind::kBlockedBloom});
}

Result<std::unique_ptr<FilterReader>> OpenBlockedBloom(std::string bytes) {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx512f")) {
    Result<Checked> checked = CheckBlockedBloom(bytes);
    if (!checked) return tl::unexpected<Error>(checked.error());
    return std::make_unique<Avx512BlockedBloomReader>(std::move(checked->payload), checked->probes);
  }
#endif
  return OpenPortableBlockedBloom(std::move(bytes));
}

Result<std::unique_ptr<FilterReader>> OpenPortableBlockedBloom(std::string bytes) {
  Result<Checked> checked = CheckBlockedBloom(bytes);
  if (!checked) return tl::unexpected<Error>(checked.error());
  return std::make_unique<PortableBlockedBloomReader>(std::move(checked->payload), checked->probes);
}

}  // namespace bitladder::engine
