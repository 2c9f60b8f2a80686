#include "sim/filter/scalable_bloom.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <vector>

#include "sim/filter/bloom.h"
#include "sim/filter/split_mix_for_test.h"

namespace bitladder::sim {
namespace {

TEST(ScalableBloom, StagesDoubleAndBeginWhenTheLastOneIsFull) {
  const ScalableBloomDesign design{.initial_keys = 100, .bits_per_key = 8};
  EXPECT_EQ(StagesOf(design, 0).size(), 1u);
  EXPECT_EQ(StagesOf(design, 100).size(), 1u);
  EXPECT_EQ(StagesOf(design, 101).size(), 2u);
  const auto stages = StagesOf(design, 500);
  ASSERT_EQ(stages.size(), 3u);
  EXPECT_EQ(stages[0].keys, 100);
  EXPECT_EQ(stages[1].keys, 200);
  EXPECT_EQ(stages[2].keys, 200);
  // 8, 9670/1024 and 11148/1024 bits a key for 100, 200 and 400 keys, in whole bytes.
  EXPECT_EQ(stages[0].bits, 800);
  EXPECT_EQ(stages[1].bits, 1888);
  EXPECT_EQ(stages[2].bits, 4352);
  EXPECT_EQ(ScalableBloomBits(design, 500), 800 + 1888 + 4352);
}

TEST(ScalableBloom, OneStageIsABloomFilter) {
  const auto bloom = MakeBloomModel();
  const ScalableBloomDesign design{.initial_keys = 1000, .bits_per_key = 10};
  EXPECT_NEAR(ScalableBloomFpr(design, 1000) / bloom->Fpr(10, 1000), 1, 1e-12);
  EXPECT_NEAR(ScalableBloomFprSd(design, 1000) / bloom->FprSd(10, 1000), 1, 1e-9);
  EXPECT_EQ(ScalableBloomFpr(design, 0), 0);
}

TEST(ScalableBloom, StaysBelowTwiceTheFirstStagesRateHoweverItGrows) {
  // Almeida et al. 2007: P <= P_0/(1 - r), here r = 1/2.
  const auto bloom = MakeBloomModel();
  for (const double bits : {4.0, 10.0, 16.0}) {
    const ScalableBloomDesign design{.initial_keys = 10000, .bits_per_key = bits};
    double last = 0;
    for (double keys = 1000; keys < 1e10; keys *= 1.5) {
      const double rate = ScalableBloomFpr(design, keys);
      EXPECT_GT(rate, last);
      // Whole probes make a stage up to 2 % worse than half of the one before.
      EXPECT_LT(rate, 2.05 * bloom->Fpr(bits, 10000)) << bits << " " << keys;
      last = rate;
    }
  }
}

// Fills stages from a random stream. False-alarm rate 1e-7 a comparison (normal means).
TEST(ScalableBloom, ActedOutItHasTheExpectedRateAndDeviation) {
  const ScalableBloomDesign design{.initial_keys = 40, .bits_per_key = 6};
  const double keys = 200;
  const double expected = ScalableBloomFpr(design, keys), sd = ScalableBloomFprSd(design, keys);
  SplitMix random(5);
  std::vector<double> rates;
  for (int filter = 0; filter < 5000; ++filter) {
    double none = 1;
    for (const ScalableBloomStage& stage : StagesOf(design, keys)) {
      std::vector<bool> hit(static_cast<std::size_t>(stage.bits));
      for (int i = 0; i < static_cast<int>(stage.keys) * stage.probes; ++i)
        hit[random.Below(hit.size())] = true;
      double ones = 0;
      for (const bool bit : hit) ones += bit;
      none *= 1 - std::pow(ones / stage.bits, stage.probes);
    }
    rates.push_back(1 - none);
  }
  const MeanWithError mean = MeanOf(rates, [](double r) { return r; });
  EXPECT_NEAR(mean.value, expected, kSevenNines * mean.error);
  const MeanWithError square =
      MeanOf(rates, [&](double r) { return (r - expected) * (r - expected); });
  EXPECT_NEAR(square.value, sd * sd, kSevenNines * square.error);
}

}  // namespace
}  // namespace bitladder::sim
