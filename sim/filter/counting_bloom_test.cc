#include "sim/filter/counting_bloom.h"

#include <gtest/gtest.h>

#include <boost/multiprecision/cpp_bin_float.hpp>
#include <cmath>
#include <cstdint>
#include <vector>

#include "sim/filter/bloom.h"
#include "sim/filter/split_mix_for_test.h"

namespace bitladder::sim {
namespace {

TEST(CountingBloom, TakesFourBitsForEveryBitOfABloomFilter) {
  const CountingBloomShape shape = CountingBloomFor(10, 1001);
  EXPECT_EQ(shape.counters, 10008);
  EXPECT_EQ(shape.bits(), 4 * 10008);
  EXPECT_EQ(shape.probes, 7);
  EXPECT_EQ(CountingBloomFor(1, 2).counters, 8);  // never none
}

TEST(CountingBloom, HasTheRateOfABloomFilterAtItsDesignSize) {
  const auto bloom = MakeBloomModel();
  for (const double keys : {50.0, 1000.0, 1e6}) {
    const CountingBloomShape shape = CountingBloomFor(10, keys);
    EXPECT_NEAR(CountingBloomFpr(shape, keys) / bloom->Fpr(shape.counters / keys, keys), 1, 1e-12);
    EXPECT_NEAR(CountingBloomFprSd(shape, keys) / bloom->FprSd(shape.counters / keys, keys), 1,
                1e-12);
  }
}

TEST(CountingBloom, RateFallsToNothingAsKeysAreRemoved) {
  const CountingBloomShape shape = CountingBloomFor(10, 1000);
  EXPECT_LT(CountingBloomFpr(shape, 500), 0.1 * CountingBloomFpr(shape, 1000));
  EXPECT_EQ(CountingBloomFpr(shape, 0), 0);
  EXPECT_EQ(CountingBloomFprSd(shape, 0), 0);
}

// Adds and removes keys in a table of counters. False-alarm rate 1e-7 (normal means).
TEST(CountingBloom, ActedOutItHasTheRateOfTheKeysHeld) {
  const CountingBloomShape shape = CountingBloomFor(5, 200);
  const auto counters = static_cast<std::uint64_t>(shape.counters);
  SplitMix random(11);
  std::vector<double> rates;
  for (int filter = 0; filter < 3000; ++filter) {
    std::vector<int> counts(counters);
    std::vector<std::uint64_t> added;
    for (int i = 0; i < 200 * shape.probes; ++i)
      ++counts[added.emplace_back(random.Below(counters))];
    for (int i = 0; i < 80 * shape.probes; ++i) --counts[added[static_cast<std::size_t>(i)]];
    double used = 0;
    for (const int count : counts) used += count > 0;
    rates.push_back(std::pow(used / shape.counters, shape.probes));
  }
  const MeanWithError mean = MeanOf(rates, [](double r) { return r; });
  EXPECT_NEAR(mean.value, CountingBloomFpr(shape, 120), kSevenNines * mean.error);
}

TEST(CountingBloom, StuckCountersAreAsRareAsABinomialTailInFiftyDigits) {
  using Wide = boost::multiprecision::cpp_bin_float_50;
  for (const double keys : {100.0, 1000.0, 5000.0}) {
    const CountingBloomShape shape = CountingBloomFor(10, 1000);
    const int throws = static_cast<int>(keys) * shape.probes;
    const Wide hit = 1 / Wide(shape.counters);
    Wide term = pow(1 - hit, throws), tail = 0;
    for (int x = 0; x < throws; ++x) {
      if (x >= 15) tail += term;
      term *= hit / (1 - hit) * (throws - x) / (x + 1);
    }
    EXPECT_NEAR(StuckCounterShare(shape, keys) / static_cast<double>(tail), 1, 1e-9) << keys;
  }
  EXPECT_EQ(StuckCounterShare(CountingBloomFor(10, 1), 1), 0);
}

TEST(CountingBloom, StuckCountersStayBelowThePapersBound) {
  // Fan et al. 2000, on counting filters: P(a counter >= j) <= (e ln2 / j)^j at k n / m = ln 2;
  // here it is 0.7, so 16 % more.
  const CountingBloomShape shape = CountingBloomFor(10, 1e6);
  EXPECT_LT(StuckCounterShare(shape, 1e6), std::pow(std::exp(1) * std::log(2) / 15, 15) * 1.2);
}

}  // namespace
}  // namespace bitladder::sim
