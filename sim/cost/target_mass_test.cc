#include "sim/cost/target_mass.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>

#include "sim/tree/tree_growth.h"

namespace bitladder::sim {
namespace {

using ::testing::DoubleNear;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

TreeShape SmallTree() {
  return TreeFromLevels(std::array<double, 3>{20, 0, 80}, std::array<int, 3>{2, 1, 1}).value();
}

TEST(TargetMass, FollowsEntriesLevelsOrAge) {
  EXPECT_THAT(UniformTargets(SmallTree()), ElementsAre(0.1, 0.1, 0.8));
  EXPECT_THAT(OldestRunTargets(SmallTree()), ElementsAre(0, 0, 1));
  EXPECT_THAT(LevelTargets(SmallTree(), 1).value(), ElementsAre(0.5, 0.5, 0));
  EXPECT_THAT(LevelTargets(SmallTree(), 3).value(), ElementsAre(0, 0, 1));
}

TEST(TargetMass, TemporalityGivesTheNewestShareTheRestOfTheLookups) {
  // The newest 15 of 100 get 85 %: ten of them in run 1, five in run 2 with five of the old 85 (15
  // %).
  EXPECT_THAT(TemporalTargets(SmallTree(), 0.15).value(),
              ElementsAre(DoubleNear(0.85 * 10 / 15, 1e-15),
                          DoubleNear(0.85 * 5 / 15 + 0.15 * 5 / 85, 1e-15),
                          DoubleNear(0.15 * 80 / 85, 1e-15)));
  const TreeShape tree = GrownTree(1023, 1, 2, Leveling()).value();
  const std::vector<double> uniform = UniformTargets(tree);
  const std::vector<double> half = TemporalTargets(tree, 0.5).value();
  for (std::size_t j = 0; j < half.size(); ++j) EXPECT_NEAR(half[j], uniform[j], 1e-15);
}

TEST(TargetMass, NamesTheParameterThatIsOutOfRange) {
  EXPECT_THAT(LevelTargets(SmallTree(), 2).error().message, HasSubstr("target_level = 2"));
  EXPECT_THAT(TemporalTargets(SmallTree(), 1).error().message, HasSubstr("temporality = 1"));
}

}  // namespace
}  // namespace bitladder::sim
