#include "engine/filter/scalable_bloom.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <vector>

#include "engine/filter/bloom_probes.h"
#include "engine/filter/rate_interval_for_test.h"
#include "engine/filter/test_keys.h"

namespace bitladder::engine {
namespace {

TEST(ScalableBloom, NeverForgetsAKeyWhileItGrows) {
  const std::vector<KeyHash> keys = TestHashes(1, 0, 20000);
  ScalableBloom filter(100, 6 * 1024);
  for (std::size_t i = 0; i < keys.size(); ++i) {
    filter.Add(keys[i]);
    ASSERT_TRUE(filter.MayContain(keys[i]));
  }
  for (const KeyHash& key : keys) ASSERT_TRUE(filter.MayContain(key));
}

TEST(ScalableBloom, BeginsAStageOfTwiceTheKeysAndAHalvedRateWhenOneIsFull) {
  ScalableBloom filter(1000, 10 * 1024);
  EXPECT_EQ(filter.filter_bits(), 10000U);
  const std::vector<KeyHash> keys = TestHashes(2, 0, 3001);
  for (std::size_t i = 0; i < keys.size(); ++i) {
    filter.Add(keys[i]);
    EXPECT_EQ(filter.stages(), i < 1000 ? 1U : i < 3000 ? 2U : 3U);
  }
  const std::uint64_t second = 2000 * (10 * 1024 + 1478) / 1024 / 8 * 8;
  const std::uint64_t third = 4000 * (10 * 1024 + 2 * 1478) / 1024 / 8 * 8;
  EXPECT_EQ(filter.filter_bits(), 10000 + second + third);
}

// Full stages of 1000 * 2^i keys: the rate is 1 - prod (1 - p_i), and its deviation the sum of
// theirs.
TEST(ScalableBloom, ErrsAtTheCompoundRateOfItsStages) {
  constexpr double kLookups = 300000;
  const std::vector<KeyHash> absent = TestHashes(5, 0, 300000);
  for (const std::uint32_t bits_per_key : {4U, 6U, 9U}) {
    ScalableBloom filter(1000, bits_per_key * 1024);
    std::uint64_t next = 0;
    while (filter.stages() < 7) filter.Add(TestHashes(4, next++, 1)[0]);
    double none = 1, variance = 0;
    for (int stage = 0; stage < 6; ++stage) {  // the seventh holds one key
      const double keys = std::ldexp(1000, stage);
      const double bits = keys * (bits_per_key + stage * 1478 / 1024.0);
      const int probes =
          BestBloomProbes(static_cast<std::uint64_t>(bits), static_cast<std::uint64_t>(keys));
      const double rate = BloomRate(bits, keys, probes);
      none *= 1 - rate;
      const double sd = MeasuredRateSd(rate, bits, keys, probes, 1e300);
      variance += sd * sd;
    }
    const double rate = 1 - none;
    double maybe = 0;
    for (const KeyHash& key : absent) maybe += filter.MayContain(key);
    EXPECT_NEAR(maybe / kLookups, rate,
                kOneInAMillion * std::sqrt(rate * (1 - rate) / kLookups + variance))
        << bits_per_key;
    const double contents = filter.FprFromContents();
    EXPECT_NEAR(maybe / kLookups, contents,
                kOneInAMillion * std::sqrt(contents * (1 - contents) / kLookups))
        << bits_per_key;
    EXPECT_LT(rate, 2 * BloomRate(bits_per_key, 1, BestBloomProbes(bits_per_key, 1)));
  }
}

}  // namespace
}  // namespace bitladder::engine
