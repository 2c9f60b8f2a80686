#include "engine/filter/counting_bloom.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <map>
#include <vector>

#include "engine/filter/bloom.h"
#include "engine/filter/rate_interval_for_test.h"
#include "engine/filter/test_keys.h"

namespace bitladder::engine {
namespace {

TEST(CountingBloom, AnswersLikeABloomFilterOverTheSameKeys) {
  const std::vector<KeyHash> keys = TestHashes(1, 0, 5000);
  CountingBloom counting(keys.size(), 10 * 1024);
  for (const KeyHash& key : keys) counting.Add(key);
  const auto plain = OpenBloom(BuildBloom(10 * 1024, keys));
  for (const KeyHash& key : TestHashes(1, 0, 100000)) {
    ASSERT_EQ(counting.MayContain(key), (*plain)->MayContain(key));
  }
  EXPECT_DOUBLE_EQ(counting.FillRatio(), *(*plain)->FillRatio());
  EXPECT_DOUBLE_EQ(counting.FprFromContents(), *(*plain)->FprFromContents());
}

TEST(CountingBloom, ForgetsRemovedKeysAsIfTheyHadNeverBeenAdded) {
  const std::vector<KeyHash> stay = TestHashes(2, 0, 3000), go = TestHashes(3, 0, 3000);
  CountingBloom both(6000, 8 * 1024), alone(6000, 8 * 1024);
  for (const KeyHash& key : stay) alone.Add(key);
  for (const KeyHash& key : go) both.Add(key);
  for (const KeyHash& key : stay) both.Add(key);
  for (const KeyHash& key : go) ASSERT_TRUE(both.Remove(key));
  for (const KeyHash& key : TestHashes(4, 0, 50000)) {
    ASSERT_EQ(both.MayContain(key), alone.MayContain(key));
  }
  for (const KeyHash& key : stay) ASSERT_TRUE(both.MayContain(key));
  EXPECT_DOUBLE_EQ(both.FillRatio(), alone.FillRatio());
}

// Keys come and go many times over, several copies of one among them, in a filter that is far too
// small.
TEST(CountingBloom, NeverSaysNoToAKeyItHolds) {
  const std::vector<KeyHash> keys = TestHashes(5, 0, 200), choices = TestHashes(6, 0, 20000);
  CountingBloom filter(20, 6 * 1024);
  std::map<std::size_t, int> held;
  for (const KeyHash& choice : choices) {
    const std::size_t i = choice.wide % keys.size();
    if (choice.wide >> 63 != 0 || held[i] == 0) {
      filter.Add(keys[i]);
      ++held[i];
    } else {
      ASSERT_TRUE(filter.Remove(keys[i]));
      --held[i];
    }
    for (const auto& [index, count] : held) {
      if (count > 0) {
        ASSERT_TRUE(filter.MayContain(keys[index]));
      }
    }
  }
}

TEST(CountingBloom, KeepsACounterThatIsFull) {
  const KeyHash key = TestHashes(7, 0, 1)[0];
  CountingBloom filter(100, 10 * 1024);
  for (int i = 0; i < 14; ++i) filter.Add(key);
  for (int i = 0; i < 14; ++i) filter.Remove(key);
  EXPECT_FALSE(filter.MayContain(key));
  for (int i = 0; i < 20; ++i) filter.Add(key);
  for (int i = 0; i < 30; ++i) filter.Remove(key);
  EXPECT_TRUE(filter.MayContain(key));
}

TEST(CountingBloom, RefusesToRemoveAKeyThatIsCertainlyAbsent) {
  const std::vector<KeyHash> keys = TestHashes(8, 0, 100);
  CountingBloom filter(100, 10 * 1024);
  for (const KeyHash& key : keys) filter.Add(key);
  const double fill = filter.FillRatio();
  for (const KeyHash& absent : TestHashes(9, 0, 1000)) {
    if (!filter.MayContain(absent)) {
      EXPECT_FALSE(filter.Remove(absent));
    }
  }
  EXPECT_DOUBLE_EQ(filter.FillRatio(), fill);
}

TEST(CountingBloom, ErrsAtTheRateOfTheKeysItHoldsNow) {
  constexpr double kDesign = 50000, kLookups = 300000;
  CountingBloom filter(static_cast<std::uint64_t>(kDesign), 8 * 1024);
  const std::vector<KeyHash> keys = TestHashes(10, 0, 50000), absent = TestHashes(11, 0, 300000);
  for (const KeyHash& key : keys) filter.Add(key);
  std::size_t held = keys.size();
  for (const std::size_t target : {50000, 30000, 20000}) {
    while (held > target) filter.Remove(keys[--held]);
    double maybe = 0;
    for (const KeyHash& key : absent) maybe += filter.MayContain(key);
    const auto n = static_cast<double>(held);
    const double rate = BloomRate(8 * kDesign, n, filter.probes());
    EXPECT_NEAR(maybe / kLookups, rate,
                kOneInAMillion * MeasuredRateSd(rate, 8 * kDesign, n, filter.probes(), kLookups))
        << held << " keys";
  }
}

TEST(CountingBloom, TakesFourBitsACounter) {
  const CountingBloom filter(1000, 10 * 1024);
  EXPECT_EQ(filter.counters(), 10000U);
  EXPECT_GE(filter.resident_bytes(), 5000U);
  EXPECT_LE(filter.resident_bytes(), 5000U + 300);
  EXPECT_EQ(CountingBloom(1, 1024).counters(), 8U);
}

}  // namespace
}  // namespace bitladder::engine
