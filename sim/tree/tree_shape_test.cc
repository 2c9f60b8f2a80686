#include "sim/tree/tree_shape.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>

namespace bitladder::sim {
namespace {

using ::testing::HasSubstr;

TEST(TreeShape, FullTreeSumsToNTimesOneMinusTToTheMinusL) {
  TreeDesign design;
  design.entries = 1e9;
  for (int size_ratio : {2, 4, 10}) {
    design.size_ratio = size_ratio;
    for (const MergePolicy& policy : {Leveling(), Tiering(size_ratio), LazyLeveling(size_ratio)}) {
      design.merge_policy = policy;
      const TreeShape tree = FullTree(design).value();
      const int levels = LevelCount(design).value();
      EXPECT_EQ(tree.levels(), levels);
      EXPECT_NEAR(tree.entries() / (1e9 * (1 - std::pow(size_ratio, -levels))), 1, 1e-12);
      EXPECT_EQ(tree.runs.size(),
                static_cast<std::size_t>(policy.inner_runs * (levels - 1) + policy.last_runs));
    }
  }
}

TEST(TreeShape, FullTreeOfGivenLevelsSumsToNWithTheSameProportions) {
  const TreeShape tree = FullTree(9999, 10, 4, Leveling()).value();
  ASSERT_EQ(tree.runs.size(), 4u);
  EXPECT_NEAR(tree.runs[0].entries, 9, 1e-9);
  EXPECT_NEAR(tree.runs[1].entries, 90, 1e-9);
  EXPECT_NEAR(tree.runs[2].entries, 900, 1e-9);
  EXPECT_NEAR(tree.runs[3].entries, 9000, 1e-9);
}

TEST(TreeShape, ListsRunsNewestFirst) {
  const TreeShape tree = FullTree(1e6, 4, 2, LazyLeveling(4)).value();
  ASSERT_EQ(tree.runs.size(), 4u);
  EXPECT_EQ(tree.runs[0].level, 1);
  EXPECT_EQ(tree.runs[0].run, 1);
  EXPECT_EQ(tree.runs[2].run, 3);
  EXPECT_EQ(tree.runs[3].level, 2);
  EXPECT_DOUBLE_EQ(tree.runs[0].entries * 3 * 4, tree.runs[3].entries);
}

TEST(TreeShape, SplitsLevelTotalsEvenlyAndLeavesEmptyLevelsOut) {
  const std::array<double, 3> totals = {30, 0, 900};
  const std::array<int, 3> runs = {3, 2, 1};
  const TreeShape tree = TreeFromLevels(totals, runs).value();
  ASSERT_EQ(tree.runs.size(), 4u);
  EXPECT_EQ(tree.runs[2], (sim::Run{1, 3, 10}));
  EXPECT_EQ(tree.runs[3], (sim::Run{3, 1, 900}));
  EXPECT_EQ(tree.levels(), 3);
  EXPECT_EQ(TreeShape{}.levels(), 0);
}

TEST(TreeShape, RefusesWhatIsNoTree) {
  const std::array<double, 2> totals = {10, 100};
  const std::array<int, 1> short_runs = {1};
  const std::array<int, 2> no_runs = {1, 0};
  const std::array<double, 1> negative = {-1};
  const std::array<double, 1> nothing = {0};
  EXPECT_THAT(TreeFromLevels(totals, short_runs).error().message,
              HasSubstr("runs_per_level names 1"));
  EXPECT_THAT(TreeFromLevels(totals, no_runs).error().message, HasSubstr("runs_per_level[1] = 0"));
  EXPECT_THAT(TreeFromLevels(negative, {}).error().message, HasSubstr("entries_per_level[0] = -1"));
  EXPECT_THAT(TreeFromLevels(nothing, {}).error().message, HasSubstr("no entries"));
  EXPECT_THAT(FullTree(100, 2, 0, Leveling()).error().message, HasSubstr("levels = 0"));
  EXPECT_THAT(FullTree(0, 2, 1, Leveling()).error().message, HasSubstr("entries = 0"));
}

}  // namespace
}  // namespace bitladder::sim
