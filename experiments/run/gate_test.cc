#include "experiments/run/gate.h"

#include <fmt/core.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "experiments/workload/random_stream.h"

namespace bitladder::experiments {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::StartsWith;

// A rate of 0.1 in 10 000 lookups: 1000 expected, standard deviation 30.
PooledPoint PointWith(std::uint64_t wasted, const std::string& label = "point",
                      const std::string& dataset = "d") {
  PooledPoint point;
  point.label = label;
  point.dataset_id = dataset;
  point.predicted = {.mean = 0.1, .variance = 0.09};
  point.lookups = 10'000;
  point.wasted_ios = wasted;
  point.compared = true;
  return point;
}

std::vector<PooledPoint> PointsOf(std::initializer_list<std::uint64_t> counts) {
  std::vector<PooledPoint> points;
  for (const std::uint64_t count : counts) {
    points.push_back(PointWith(count, fmt::format("p{}", points.size())));
  }
  return points;
}

TEST(Gate, PassesWhereEveryCountIsAsPredicted) {
  const GateVerdict verdict = JudgeRun(PointsOf({1000, 950, 1040}));
  EXPECT_EQ(verdict.judged, 3U);
  EXPECT_EQ(verdict.outside, 0U);
  EXPECT_TRUE(verdict.passed());
  EXPECT_THAT(GateText(verdict), HasSubstr("passed"));
}

TEST(Gate, ForgivesAsManyPointsOutsideTheirIntervalAsChanceMayPutThere) {
  // 1065 is 2.2 standard deviations away. Of six points three may be; the fourth is one too many.
  EXPECT_TRUE(JudgeRun(PointsOf({1065, 935, 1065, 1000, 1000, 1000})).passed());
  const GateVerdict verdict = JudgeRun(PointsOf({1065, 935, 1065, 1000, 1065, 1000}));
  EXPECT_EQ(verdict.most_outside, 3U);
  EXPECT_EQ(verdict.outside, 4U);
  EXPECT_FALSE(verdict.passed());
  EXPECT_THAT(verdict.parting,
              ElementsAre(StartsWith("p0: 1065 wasted I/Os, expected 1000.0"),
                          StartsWith("p1: 935"), StartsWith("p2: "), StartsWith("p4: ")));
  EXPECT_THAT(verdict.parting[1], HasSubstr("z -2.2"));
}

// One of a hundred points at a two-sided tail of 5e-6 has its limit 4.56 standard deviations away.
TEST(Gate, FailsForOnePointThatIsFarOff) {
  std::vector<PooledPoint> points(99, PointWith(1000));
  points.push_back(PointWith(1000 + 4 * 30, "near"));
  EXPECT_TRUE(JudgeRun(points).passed());
  points.back() = PointWith(1000 + 5 * 30, "far");
  const GateVerdict verdict = JudgeRun(points);
  EXPECT_FALSE(verdict.passed());
  ASSERT_EQ(verdict.parting.size(), 1U);
  EXPECT_THAT(verdict.parting[0], AllOf(StartsWith("far: 1150 wasted I/Os"), HasSubstr("z +5.0")));
  EXPECT_THAT(GateText(verdict), HasSubstr("FAILED"));
}

// A covariance of 4.5e-7 is a variance of 45 among 945 (4.8 %), one of 9e-7 is 90 among 990 (9 %).
TEST(Gate, CountsOneDatasetOnceWhereItsFiltersAreMuchOfTheChance) {
  const auto counted = [](double filter_variance, const std::string& other_dataset) {
    std::vector<PooledPoint> points(6, PointWith(1000, "p", "shared"));
    points.back().dataset_id = other_dataset;
    for (PooledPoint& point : points) point.predicted.filter_variance = filter_variance;
    const GateVerdict verdict = JudgeRun(points);
    EXPECT_EQ(verdict.judged, 6U);
    return verdict.counted;
  };
  EXPECT_EQ(counted(4.5e-7, "shared"), 6U);
  EXPECT_EQ(counted(9e-7, "shared"), 1U);
  EXPECT_EQ(counted(9e-7, "another"), 2U);
}

TEST(Gate, FailsForUpdatesThatWroteWhatTheMergeRuleDoesNotSay) {
  PooledPoint point = PointWith(1000);
  point.copies_part = true;
  EXPECT_THAT(JudgeRun({point}).parting, ElementsAre(HasSubstr("updates wrote another number")));
}

TEST(Gate, DoesNotPassWhereNothingCanBeJudged) {
  PooledPoint point = PointWith(1000);
  point.compared = false;
  for (const GateVerdict& verdict : {JudgeRun({point}), JudgeRun({})}) {
    EXPECT_FALSE(verdict.passed());
    EXPECT_THAT(verdict.parting, IsEmpty());
    EXPECT_THAT(GateText(verdict), HasSubstr("nothing could be judged"));
  }
}

// 400 runs of 20 points with 1000 lookups each, drawn from the very law that was predicted: at 0.1
// % a run at most 0.4 false alarms are expected, and a Poisson(0.4) exceeds 4 once in 16 000 times.
// With predictions 15 % too low a point is off by 1.5 standard deviations, so a third of the points
// leave their interval.
TEST(Gate, RaisesFalseAlarmsAtItsStatedRateAndSeesASmallErrorOfEveryPoint) {
  RandomStream stream(7, "gate_test");
  const auto failures = [&](double predicted, int runs) {
    int failed = 0;
    for (int run = 0; run < runs; ++run) {
      std::vector<PooledPoint> points;
      for (int i = 0; i < 20; ++i) {
        PooledPoint point = PointWith(0, std::to_string(i));
        point.lookups = 1000;
        point.predicted = {.mean = predicted, .variance = predicted * (1 - predicted)};
        for (int lookup = 0; lookup < 1000; ++lookup) {
          point.wasted_ios += stream.NextUnit() < 0.1;
        }
        points.push_back(point);
      }
      failed += !JudgeRun(points).passed();
    }
    return failed;
  };
  EXPECT_LE(failures(0.1, 400), 4);
  EXPECT_GE(failures(0.085, 20), 10);
}

}  // namespace
}  // namespace bitladder::experiments
