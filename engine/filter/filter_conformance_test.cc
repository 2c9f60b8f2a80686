// What every kind of filter owes, run over the whole table of kinds.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/filter/arithmetic.h"
#include "engine/filter/filter.h"
#include "engine/filter/test_keys.h"

namespace bitladder::engine {
namespace {

constexpr FilterKind kEveryKind[] = {FilterKind::kBloom, FilterKind::kLevelDbBloom,
                                     FilterKind::kBlockedBloom, FilterKind::kRibbon,
                                     FilterKind::kBinaryFuse};
constexpr std::uint64_t kSizes[] = {1,  2,   3,   7,   8,   9,    63,   64,
                                    65, 127, 128, 129, 500, 1000, 4097, 20000};
constexpr std::uint32_t kRequests[] = {1,         512,        1024,      1536,      2048,
                                       3 * 1024,  5 * 1024,   8 * 1024,  10 * 1024, 10 * 1024 + 357,
                                       13 * 1024, 16 * 1024,  20 * 1024, 24 * 1024, 33 * 1024,
                                       64 * 1024, 100 * 1024, 128 * 1024};

std::string Build(FilterKind kind, std::uint32_t bits_per_key_1024,
                  const std::vector<KeyHash>& keys) {
  return BuildFilter({.kind = kind, .bits_per_key_1024 = bits_per_key_1024}, keys);
}

std::unique_ptr<FilterReader> Open(FilterKind kind, std::string bytes) {
  auto reader = OpenFilter(kind, std::move(bytes));
  EXPECT_TRUE(reader.has_value()) << reader.error().message;
  return reader ? *std::move(reader) : nullptr;
}

class EveryFilter : public testing::TestWithParam<FilterKind> {};
INSTANTIATE_TEST_SUITE_P(Kinds, EveryFilter, testing::ValuesIn(kEveryKind),
                         [](const auto& param_info) {
                           return std::string(FilterKindName(param_info.param));
                         });

TEST_P(EveryFilter, NeverSaysNoToAKeyItWasBuiltOver) {
  for (const std::uint64_t size : kSizes) {
    const std::vector<KeyHash> keys = TestHashes(1, 0, size);
    for (const std::uint32_t request : kRequests) {
      const auto reader = Open(GetParam(), Build(GetParam(), request, keys));
      if (reader == nullptr) continue;
      for (const KeyHash& key : keys) {
        reader->Prefetch(key);
        ASSERT_TRUE(reader->MayContain(key)) << size << " keys, request " << request;
      }
    }
  }
}

TEST_P(EveryFilter, AnswersABatchAsItAnswersItsKeys) {
  const auto reader = Open(GetParam(), Build(GetParam(), 3 * 1024, TestHashes(17, 0, 900)));
  for (std::uint64_t count = 0; count <= 64; ++count) {
    const std::vector<KeyHash> keys = TestHashes(18, 100 * count, count);
    std::uint64_t expected = 0;
    for (std::uint64_t i = 0; i < count; ++i) {
      expected |= std::uint64_t{reader->MayContain(keys[i])} << i;
    }
    ASSERT_EQ(reader->MayContainBatch(keys), expected) << count;
  }
}

TEST_P(EveryFilter, TakesNoMoreBitsThanRequested) {
  const std::uint64_t rounding_up = GetParam() == FilterKind::kLevelDbBloom ? 64 : 0;
  for (const std::uint64_t size : kSizes) {
    const std::vector<KeyHash> keys = TestHashes(2, 0, size);
    for (const std::uint32_t request : kRequests) {
      const std::string bytes = Build(GetParam(), request, keys);
      if (bytes.empty()) continue;
      const auto reader = Open(GetParam(), bytes);
      EXPECT_LE(reader->filter_bits(), RequestedBits(size, request) + rounding_up);
      EXPECT_LE(reader->filter_bits(), 8 * bytes.size());
      EXPECT_GE(reader->resident_bytes(), reader->filter_bits() / 8);
    }
  }
}

TEST_P(EveryFilter, KeepsItsSizeWhateverTheKeys) {
  for (const std::uint32_t request : {2048U, 10 * 1024U, 23 * 1024U}) {
    EXPECT_EQ(Build(GetParam(), request, TestHashes(3, 0, 5000)).size(),
              Build(GetParam(), request, TestHashes(4, 0, 5000)).size());
  }
}

TEST_P(EveryFilter, GivesTheSameBytesForTheSameHashes) {
  const std::vector<KeyHash> keys = TestHashes(5, 0, 3000);
  const std::string bytes = Build(GetParam(), 11 * 1024, keys);
  EXPECT_EQ(bytes, Build(GetParam(), 11 * 1024, keys));
  EXPECT_NE(bytes, Build(GetParam(), 11 * 1024, TestHashes(6, 0, 3000)));
}

TEST_P(EveryFilter, HoldsKeysWhoseHashesCollide) {
  std::vector<KeyHash> keys = TestHashes(7, 0, 2000);
  for (std::size_t i = 0; i < 1000; ++i) keys[i] = keys[i + 1000];
  keys.resize(1500);
  for (const std::uint32_t request : {2048U, 10 * 1024U, 20 * 1024U}) {
    const auto reader = Open(GetParam(), Build(GetParam(), request, keys));
    ASSERT_NE(reader, nullptr);
    for (const KeyHash& key : keys) ASSERT_TRUE(reader->MayContain(key));
  }
}

TEST_P(EveryFilter, IsAbsentWithoutBitsOrKeys) {
  EXPECT_EQ(Build(GetParam(), 0, TestHashes(8, 0, 100)), "");
  EXPECT_EQ(Build(GetParam(), 10 * 1024, {}), "");
  EXPECT_EQ(Open(GetParam(), ""), nullptr);
}

TEST_P(EveryFilter, KnowsItsKindByName) {
  EXPECT_EQ(FilterKindByName(FilterKindName(GetParam())), GetParam());
  EXPECT_EQ(Open(GetParam(), Build(GetParam(), 10 * 1024, TestHashes(9, 0, 3000)))->kind(),
            GetParam());
}

// Opening must not trust a single byte; probing what did open must stay inside it (the sanitizers
// watch).
void OpenAndProbe(FilterKind kind, std::string bytes) {
  const auto reader = OpenFilter(kind, std::move(bytes));
  if (!reader) {
    EXPECT_EQ(reader.error().code, ErrorCode::kCorruption);
    EXPECT_NE(reader.error().message.find(FilterKindName(kind)), std::string::npos);
    return;
  }
  if (*reader == nullptr) return;
  for (const KeyHash& key : TestHashes(10, 0, 50)) {
    (*reader)->Prefetch(key);
    (*reader)->MayContain(key);
  }
  (void)(*reader)->FprFromContents();
  (void)(*reader)->FillRatio();
}

TEST_P(EveryFilter, SurvivesEveryTruncationAndEveryFlippedByte) {
  for (const std::uint64_t size : {1, 100, 700}) {
    for (const std::uint32_t request : {1024U, 9 * 1024U, 30 * 1024U + 500}) {
      const std::string bytes = Build(GetParam(), request, TestHashes(11, 0, size));
      for (std::size_t length = 0; length < bytes.size(); ++length) {
        OpenAndProbe(GetParam(), bytes.substr(0, length));
      }
      for (std::size_t i = 0; i < bytes.size(); ++i) {
        for (const char flip : {'\x01', '\x80', '\xff'}) {
          std::string bad = bytes;
          bad[i] = static_cast<char>(bad[i] ^ flip);
          OpenAndProbe(GetParam(), bad);
        }
      }
      OpenAndProbe(GetParam(), bytes + "x");
    }
  }
}

TEST_P(EveryFilter, RefusesANumberOfKeysThatCannotFitItsSize) {
  if (GetParam() == FilterKind::kLevelDbBloom) GTEST_SKIP() << "does not say how many keys it has";
  const std::string bytes = Build(GetParam(), 10 * 1024, TestHashes(16, 0, 1000));
  for (const std::uint64_t keys : {0ULL, 1ULL, 77ULL, 1ULL << 40, ~0ULL}) {
    std::string bad = bytes;
    std::memcpy(bad.data() + bad.size() - 10, &keys, sizeof(keys));
    EXPECT_FALSE(OpenFilter(GetParam(), bad)) << keys;
  }
}

TEST_P(EveryFilter, SurvivesArbitraryBytes) {
  for (std::uint32_t seed = 20; seed < 220; ++seed) {
    std::string bytes;
    for (const KeyHash& word : TestHashes(seed, 0, seed % 40))
      bytes.push_back(static_cast<char>(word.wide));
    // Half of them end like a filter of this kind with few keys, so that they get further.
    if (seed % 2 == 0) {
      bytes += std::string("\x09\0\0\0\0\0\0\0\x01", 9) + static_cast<char>(GetParam());
    }
    OpenAndProbe(GetParam(), bytes);
  }
}

TEST_P(EveryFilter, RefusesTheBytesOfAnotherKind) {
  for (const FilterKind other : kEveryKind) {
    // LevelDB's format has no mark of its own beyond its number of probes.
    if (other == GetParam() || GetParam() == FilterKind::kLevelDbBloom) continue;
    EXPECT_FALSE(OpenFilter(GetParam(), Build(other, 10 * 1024, TestHashes(12, 0, 1000))))
        << static_cast<int>(other);
  }
}

// The rate that a filter reads off its own contents is the mean of a Bernoulli variable over fresh
// keys: z = 5.3 has a false-alarm rate of 1.2e-7 a cell, for some 10 cells.
TEST_P(EveryFilter, ReadsItsRateOffItsContents) {
  constexpr std::uint64_t kProbes = 400000;
  const std::vector<KeyHash> absent = TestHashes(13, 0, kProbes);
  for (const std::uint64_t size : {1000, 30000}) {
    for (const std::uint32_t request : {1024U, 2048U, 5 * 1024U, 10 * 1024U, 14 * 1024U}) {
      const auto reader = Open(GetParam(), Build(GetParam(), request, TestHashes(14, 0, size)));
      const std::optional<double> rate = reader->FprFromContents();
      if (!rate) continue;
      const auto positives = std::count_if(absent.begin(), absent.end(), [&](const KeyHash& key) {
        return reader->MayContain(key);
      });
      const double sd = std::sqrt(*rate * (1 - *rate) / kProbes);
      EXPECT_NEAR(static_cast<double>(positives) / kProbes, *rate, 5.3 * sd)
          << size << " keys, request " << request;
    }
  }
}

TEST(FilterKinds, HaveNamesThatReadBack) {
  EXPECT_EQ(FilterKindName(FilterKind::kNone), "none");
  EXPECT_EQ(FilterKindByName("none"), FilterKind::kNone);
  EXPECT_EQ(FilterKindByName("Bloom"), std::nullopt);
  EXPECT_EQ(FilterKindByName(""), std::nullopt);
}

TEST(NoFilter, IsBuiltEmptyAndRefusesBytes) {
  EXPECT_EQ(Build(FilterKind::kNone, 10 * 1024, TestHashes(15, 0, 10)), "");
  EXPECT_EQ(Open(FilterKind::kNone, ""), nullptr);
  EXPECT_FALSE(OpenFilter(FilterKind::kNone, "x"));
}

}  // namespace
}  // namespace bitladder::engine
