#include "sim/tree/tree_design.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace bitladder::sim {
namespace {

using ::testing::HasSubstr;

TreeDesign OneGigabyte(double entries, int size_ratio, LevelsRule rule) {
  TreeDesign design;
  design.entries = entries;
  design.size_ratio = size_ratio;
  design.levels_rule = rule;
  return design;
}

TEST(TreeDesign, FollowsTheTwoConventionsOfThePapersForTheNumberOfLevels) {
  // THEORY section 2: 1 GB of 1 KB entries, 1 MB buffer, T = 2: 9 by Eq. 1, 10 by log_T.
  EXPECT_EQ(LevelCount(OneGigabyte(1 << 20, 2, LevelsRule::kEq1)), 9);
  EXPECT_EQ(LevelCount(OneGigabyte(1 << 20, 2, LevelsRule::kLogT)), 10);
  // reference_values.json, default_setup_sweep_log2N.
  EXPECT_EQ(LevelCount(OneGigabyte(1 << 12, 2, LevelsRule::kEq1)), 1);
  EXPECT_EQ(LevelCount(OneGigabyte(1 << 12, 2, LevelsRule::kLogT)), 2);
  EXPECT_EQ(LevelCount(OneGigabyte(1 << 21, 2, LevelsRule::kEq1)), 10);
  EXPECT_EQ(LevelCount(OneGigabyte(1 << 21, 2, LevelsRule::kLogT)), 11);
  // reference_values.json, cost_model: N = 2^20.
  EXPECT_EQ(LevelCount(OneGigabyte(1 << 20, 4, LevelsRule::kEq1)), 5);
  EXPECT_EQ(LevelCount(OneGigabyte(1 << 20, 8, LevelsRule::kEq1)), 4);
  EXPECT_EQ(LevelCount(OneGigabyte(1 << 20, 10, LevelsRule::kEq1)), 3);
  EXPECT_EQ(LevelCount(OneGigabyte(1 << 20, 16, LevelsRule::kEq1)), 3);
}

TEST(TreeDesign, AddsALevelOnlyBeyondAnExactPowerOfTheSizeRatio) {
  for (int size_ratio : {2, 3, 7, 10, 1000}) {
    double buffers = 1;
    for (int level = 1; buffers * size_ratio < 1e14; ++level) {
      buffers *= size_ratio;
      EXPECT_EQ(LevelCount(OneGigabyte(buffers * 1024, size_ratio, LevelsRule::kLogT)), level);
      EXPECT_EQ(LevelCount(OneGigabyte(buffers * 1024 + 1024, size_ratio, LevelsRule::kLogT)),
                buffers + 1 > buffers * (1 + 1e-12) ? level + 1 : level);
    }
  }
}

TEST(TreeDesign, GivesATreeOfLessThanOneBufferOneLevel) {
  EXPECT_EQ(LevelCount(OneGigabyte(1, 10, LevelsRule::kEq1)), 1);
  EXPECT_EQ(LevelCount(OneGigabyte(1, 10, LevelsRule::kLogT)), 1);
}

TEST(TreeDesign, NamesTheFieldThatIsOutOfRange) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const auto message = [](auto change) {
    TreeDesign design;
    change(design);
    const auto result = LevelCount(design);
    return result ? std::string("no error") : result.error().message;
  };
  EXPECT_THAT(message([](TreeDesign& d) { d.entries = 0; }), HasSubstr("entries = 0 "));
  EXPECT_THAT(message([nan](TreeDesign& d) { d.entries = nan; }), HasSubstr("entries = nan"));
  EXPECT_THAT(message([](TreeDesign& d) { d.entry_bytes = 0; }), HasSubstr("entry_bytes = 0 "));
  EXPECT_THAT(message([](TreeDesign& d) { d.buffer_bytes = 1023; }), HasSubstr("[1024, 1e+18]"));
  EXPECT_THAT(message([](TreeDesign& d) { d.size_ratio = 1; }), HasSubstr("size_ratio = 1 "));
  EXPECT_THAT(message([](TreeDesign& d) {
                d.merge_policy = {2, 1};
              }),
              HasSubstr("inner_runs = 2 "));
  EXPECT_THAT(message([](TreeDesign& d) { d.merge_policy = {1, 0}; }), HasSubstr("last_runs = 0 "));
}

}  // namespace
}  // namespace bitladder::sim
