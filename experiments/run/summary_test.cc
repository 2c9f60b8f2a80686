#include "experiments/run/summary.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

#include "experiments/result/record.h"
#include "experiments/run/ladder_table.h"
#include "experiments/run/pooled_point.h"

namespace bitladder::experiments {
namespace {

using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::Not;

// One run of 1000 keys at 5 bits with rate `fpr`, and `wasted` false positives in 10 000 lookups.
Json RecordOf(const std::string& allocation, double fpr, std::uint64_t wasted, int repetition = 0,
              double latency_us = 2, std::uint64_t spent_bits = 5000) {
  Point point;
  point.config.name = "test";
  point.config.filters.allocation = allocation;
  point.config.filters.bits_per_key = 5;
  point.repetition = repetition;
  point.id = allocation;
  point.params = {{"filters.allocation", "\"" + allocation + "\""}};
  Outcome outcome;
  outcome.tree = LoadedTree{"f00d", {{1, 1, 1000}}};
  outcome.filters = FilterPlan{"bloom", {{5, 5120, 5000}}, 5000};
  Prediction prediction;
  prediction.runs = {{fpr, 0}};
  prediction.lookups = 10'000;
  prediction.wasted_ios = {.mean = fpr, .variance = fpr * (1 - fpr)};
  prediction.wasted_ios_pi95 = PredictionInterval(prediction.wasted_ios.Total(10'000));
  prediction.closed_form_status = "none";
  outcome.prediction = prediction;
  Observation seen;
  seen.runs = {{.filter_bits = spent_bits, .filter_probes = 10'000, .false_positives = wasted}};
  seen.lookups = 10'000;
  seen.wasted_ios = wasted;
  seen.latency = LatencySummary{.count = 10'000, .mean_us = latency_us};
  outcome.observation = seen;
  return RecordJson(point, outcome);
}

std::vector<const Json*> PointersTo(const std::vector<Json>& records) {
  std::vector<const Json*> pointers;
  for (const Json& record : records) pointers.push_back(&record);
  return pointers;
}

TEST(PoolRepetitions, AddsCountsAndAveragesLatencies) {
  const std::vector<Json> records = {RecordOf("uniform", 0.1, 1000, 0, 2),
                                     RecordOf("uniform", 0.1, 1100, 1, 4)};
  const std::vector<PooledPoint> points = PoolRepetitions(PointersTo(records));
  ASSERT_EQ(points.size(), 1U);
  EXPECT_EQ(points[0].lookups, 20'000U);
  EXPECT_EQ(points[0].wasted_ios, 2100U);
  EXPECT_DOUBLE_EQ(points[0].MeanLatencyUs(), 3);
  EXPECT_DOUBLE_EQ(points[0].bits_per_key, 5);
  ASSERT_EQ(points[0].ladder.size(), 1U);
  EXPECT_DOUBLE_EQ(points[0].ladder[0].bits_per_key, 5);
}

// 20 000 lookups at rate 0.1 have a standard deviation of 42.4: 2100 is 2.36 of them away, 2000
// none; 1100 of 10 000 alone would be 3.3 away.
TEST(PoolRepetitions, JudgesAllLookupsTogether) {
  const std::vector<Json> far = {RecordOf("uniform", 0.1, 1000, 0),
                                 RecordOf("uniform", 0.1, 1100, 1)};
  EXPECT_FALSE(PoolRepetitions(PointersTo(far))[0].WithinPrediction());
  const std::vector<Json> near = {RecordOf("uniform", 0.1, 900, 0),
                                  RecordOf("uniform", 0.1, 1100, 1)};
  const PooledPoint point = PoolRepetitions(PointersTo(near))[0];
  EXPECT_TRUE(point.WithinPrediction());
  EXPECT_NEAR(point.PredictedInterval().low, 0.1 - 1.96 * 42.4 / 20'000, 1e-4);
}

TEST(Summary, ShowsPredictedBesideMeasuredWithVerdictAndGain) {
  const std::vector<Json> records = {RecordOf("uniform", 0.1, 1000), RecordOf("monkey", 0.05, 700)};
  const std::string text = SummaryText(PointersTo(records), {}, "out/test", false);
  EXPECT_THAT(text, ContainsRegex("5 uniform +0\\.1 \\[0\\.09[0-9]+, 0\\.10[0-9]+\\] +0\\.1 "
                                  "+1\\.000 +inside +2"));
  EXPECT_THAT(text, ContainsRegex("5 monkey +0\\.05 .* 1\\.400 +outside"));
  EXPECT_THAT(text, ContainsRegex("5 +2\\.000 +1\\.429"))
      << "0.1/0.05 predicted, 1000/700 measured";
  EXPECT_THAT(text, HasSubstr("1 of 2 points inside"));
  EXPECT_THAT(text, AllOf(HasSubstr("scripts/plot.py out/test\n"),
                          HasSubstr("scripts/report.py out/test -o out/test/report.html\n")));
}

TEST(Summary, ComparesAllocationsOnlyWhereTheySpendAlike) {
  const auto gains = [](std::uint64_t spent_bits) {
    const std::vector<Json> records = {RecordOf("uniform", 0.1, 1000),
                                       RecordOf("monkey", 0.05, 700, 0, 2, spent_bits)};
    return SummaryText(PointersTo(records), {}, "out/test", false);
  };
  EXPECT_THAT(gains(4990), HasSubstr("at equal memory"));
  EXPECT_THAT(gains(5500), Not(HasSubstr("at equal memory")));
}

TEST(Summary, ColoursOnlyWhereAllowedAndOnlyWhatIsOutside) {
  const std::vector<Json> records = {RecordOf("uniform", 0.1, 1000), RecordOf("monkey", 0.05, 700)};
  EXPECT_THAT(SummaryText(PointersTo(records), {}, "d", false), Not(HasSubstr("\033")));
  const std::string text = SummaryText(PointersTo(records), {}, "d", true);
  EXPECT_THAT(text, HasSubstr("\033[31moutside\033[0m"));
  EXPECT_THAT(text, Not(HasSubstr("\033[31m inside")));
}

std::size_t ColumnsOf(const std::string& line) {
  return static_cast<std::size_t>(
      std::count_if(line.begin(), line.end(), [](char c) { return (c & 0xc0) != 0x80; }));
}

TEST(Summary, FitsIntoEightyColumnsWhateverTheAllocationIsCalled) {
  const std::vector<Json> records = {RecordOf("uniform", 0.123456, 1234),
                                     RecordOf("monkey", 1e-5, 1),
                                     RecordOf("monkey_general_closed_form", 1.23456e-5, 1)};
  std::istringstream lines(SummaryText(PointersTo(records), {}, "out/test", false));
  for (std::string line; std::getline(lines, line);) EXPECT_LE(ColumnsOf(line), 80U) << line;
}

TEST(Summary, DrawsTheLadder) {
  const std::vector<LevelBits> ladder = {{1, 16}, {2, 8.1}, {4, 2}, {5, 0.01}, {6, 0}};
  EXPECT_EQ(LadderDrawing(ladder, 16), "\u2588\u2585 \u2581\u2581\u00b7");
  const std::vector<Json> records = {RecordOf("uniform", 0.1, 1000)};
  EXPECT_THAT(SummaryText(PointersTo(records), {}, "d", false),
              ContainsRegex("5 uniform +\u2588 +5\\.00\n"));
}

TEST(Summary, ShowsTheLargestLevelsWhereNotAllFit) {
  PooledPoint point;
  point.allocation = "monkey";
  for (std::uint64_t level = 1; level <= 30; ++level) {
    point.ladder.push_back({level, 31.0 - static_cast<double>(level)});
  }
  std::string out;
  AppendLadders({point}, &out);
  EXPECT_THAT(out, AllOf(HasSubstr("numbers from 26 on"), HasSubstr("   L26"),
                         Not(HasSubstr("L25 ")), HasSubstr("  1.00\n")));
  std::istringstream lines(out);
  for (std::string line; std::getline(lines, line);) EXPECT_LE(ColumnsOf(line), 80U) << line;
}

TEST(Summary, ListsFailuresEvenWhereNothingElseIsLeft) {
  RunSummary summary;
  summary.points_failed = 1;
  summary.failures = {"filters.bits_per_key=5: the disk is full"};
  EXPECT_THAT(SummaryText({}, summary, "d", false),
              HasSubstr("1 failed:\n  filters.bits_per_key=5: the disk is full\n"));
}

}  // namespace
}  // namespace bitladder::experiments
