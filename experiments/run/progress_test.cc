#include "experiments/run/progress.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace bitladder::experiments {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

Point PointWithBits(const std::string& bits) {
  Point point;
  point.params = {{"filters.bits_per_key", bits}};
  return point;
}

Outcome Failed() {
  Outcome outcome;
  outcome.error = "the disk is full";
  return outcome;
}

Outcome Predicted() {
  Outcome outcome;
  outcome.prediction = Prediction();
  return outcome;
}

std::string WrittenBy(const ProgressOutput& output) {
  const Point first = PointWithBits("5");
  const Point second = PointWithBits("10");
  ::testing::internal::CaptureStderr();
  {
    Progress progress(4, output);
    progress.Resumed(2);
    progress.Loading(first);
    progress.Started(first);
    progress.Finished(first, Predicted());
    progress.Started(second);
    progress.Finished(second, Failed());
  }
  return ::testing::internal::GetCapturedStderr();
}

TEST(StatusLine, SaysPointsRateTimeLeftAndWhatRuns) {
  // Of 20, 5 were there before; 10 took 4 s, so the last 5 will take 2.
  EXPECT_EQ(StatusLine(15, 20, 10, 4, "tree.size_ratio=4", 80),
            "[15/20] 75 %, 2.5 points/s, 2 s left: tree.size_ratio=4");
  EXPECT_EQ(StatusLine(5, 20, 0, 4, "loading", 80), "[5/20] 25 %: loading");
  EXPECT_EQ(StatusLine(20, 20, 0, 0, "", 80), "[20/20] 100 %");
}

TEST(StatusLine, FitsItsTerminal) {
  for (std::size_t columns = 0; columns < 60; ++columns) {
    EXPECT_LE(StatusLine(15, 20, 10, 4, "tree.size_ratio=4", columns).size(), columns);
  }
  EXPECT_THAT(StatusLine(15, 20, 10, 4, "tree.size_ratio=4", 45), HasSubstr("tree..."));
}

TEST(DurationText, ChangesItsUnits) {
  EXPECT_EQ(DurationText(0.2), "1 s");
  EXPECT_EQ(DurationText(59.5), "1 min 0 s");
  EXPECT_EQ(DurationText(200), "3 min 20 s");
  EXPECT_EQ(DurationText(7500), "2 h 5 min");
}

TEST(Progress, IsPlainLinesWhereItIsNotATerminal) {
  const std::string text = WrittenBy({.terminal = false, .colour = false, .columns = 80});
  EXPECT_THAT(text, AllOf(StartsWith("[2/4] already in points.jsonl\n[2/4] 0.0 s: loading "),
                          HasSubstr("filters.bits_per_key=5: predicted"),
                          HasSubstr("filters.bits_per_key=10: failed: the disk is full\n"),
                          Not(HasSubstr("\033")), Not(HasSubstr("\r"))));
}

TEST(Progress, DrawsOneLineOverOnATerminalAndLeavesWhatFailed) {
  const std::string text = WrittenBy({.terminal = true, .colour = true, .columns = 80});
  EXPECT_THAT(text, AllOf(HasSubstr("\r\033[K[3/4] 75 %"), HasSubstr("left: filters.bits_per_key"),
                          HasSubstr("\r\033[K\033[31m[4/4] "), HasSubstr("full\033[0m\n"),
                          Not(HasSubstr("filters.bits_per_key=5: predicted"))));
  EXPECT_TRUE(text.ends_with("\r\033[K")) << "the last drawing is wiped";
}

TEST(Progress, UsesNoColourWhereNoneIsWanted) {
  const std::string text = WrittenBy({.terminal = true, .colour = false, .columns = 80});
  EXPECT_THAT(text, AllOf(HasSubstr("full\n"), Not(HasSubstr("\033[31m"))));
}

}  // namespace
}  // namespace bitladder::experiments
