#include "experiments/result/comparison.h"

#include <gtest/gtest.h>

namespace bitladder::experiments {
namespace {

Prediction PredictionOf(double mean, double variance, std::uint64_t lookups) {
  Prediction prediction;
  prediction.lookups = lookups;
  prediction.wasted_ios = {.mean = mean, .variance = variance};
  prediction.wasted_ios_pi95 = PredictionInterval(prediction.wasted_ios.Total(lookups));
  return prediction;
}

Observation ObservationOf(std::uint64_t wasted_ios, std::uint64_t lookups) {
  Observation observation;
  observation.lookups = lookups;
  observation.wasted_ios = wasted_ios;
  return observation;
}

// 10 000 fair coins: 5000 expected, standard deviation 50.
TEST(Compare, GivesRatioStandardisedDistanceAndVerdict) {
  const Prediction prediction = PredictionOf(0.5, 0.25, 10'000);
  const Comparison near = Compare(prediction, ObservationOf(5'050, 10'000));
  EXPECT_NEAR(near.wasted_ios_ratio.value(), 1.01, 1e-12);
  EXPECT_NEAR(near.z_score.value(), 1, 1e-9);
  EXPECT_TRUE(near.within_pi95);
  const Comparison far = Compare(prediction, ObservationOf(4'850, 10'000));
  EXPECT_NEAR(far.z_score.value(), -3, 1e-9);
  EXPECT_FALSE(far.within_pi95);
}

TEST(Compare, HasNoRatioWithoutPredictionAndNoDistanceWithoutSpread) {
  const Comparison nothing = Compare(PredictionOf(0, 0, 100), ObservationOf(0, 100));
  EXPECT_FALSE(nothing.wasted_ios_ratio.has_value());
  EXPECT_FALSE(nothing.z_score.has_value());
  EXPECT_TRUE(nothing.within_pi95);
  EXPECT_FALSE(Compare(PredictionOf(0, 0, 100), ObservationOf(1, 100)).within_pi95);
}

// Garwood's interval of a count of 10: 4.79539..18.39036.
TEST(MeasuredWastedIos, IsThePoissonIntervalOfTheCount) {
  const Interval interval = MeasuredWastedIos(ObservationOf(10, 1'000));
  EXPECT_NEAR(interval.low, 0.00479539, 1e-8);
  EXPECT_NEAR(interval.high, 0.01839036, 1e-8);
}

TEST(MeasuredWastedIos, LeavesNoDoubtAboutRunsWithoutFilter) {
  Observation observation = ObservationOf(1'010, 1'000);
  observation.runs.resize(2);
  observation.runs[0].filter_bits = 4'096;
  observation.runs[0].false_positives = 10;
  observation.runs[1].false_positives = 1'005;
  observation.runs[1].fence_rejections = 5;
  const Interval interval = MeasuredWastedIos(observation);
  EXPECT_NEAR(interval.low, 1 + 0.00479539, 1e-8);
  EXPECT_NEAR(interval.high, 1 + 0.01839036, 1e-8);
}

TEST(MeasuredWastedIos, TreatsAllAsRandomWhereACacheServedCertainOnes) {
  Observation observation = ObservationOf(10, 1'000);
  observation.runs.resize(1);
  observation.runs[0].false_positives = 1'000;
  EXPECT_NEAR(MeasuredWastedIos(observation).low, 0.00479539, 1e-8);
  EXPECT_EQ(MeasuredMeanInterval(0, 0, 0), (Interval{0, 0}));
}

}  // namespace
}  // namespace bitladder::experiments
