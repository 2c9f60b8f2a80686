#include "sim/allocate/least_memory.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>

#include "sim/allocate/monkey.h"
#include "sim/allocate/problem.h"
#include "sim/allocate/random_for_test.h"
#include "sim/filter/bloom.h"
#include "sim/filter/ideal.h"
#include "sim/filter/reference_values_for_test.h"

namespace bitladder::sim {
namespace {

using ::testing::HasSubstr;

TEST(LeastMemory, MonkeyReachesUniformsCostWithTheReferencesMemory) {
  const auto reference = ReferenceValues()["seed_tree_T10_L4_h10"];
  const std::vector<double> entries = {9000, 90000, 900000, 9000000};
  const MonkeyOptimum optimum =
      SolveMonkeyForCost(entries, {}, reference["R_uniform"].get<double>()).value();
  const double expected = reference["M_monkey_same_R"];
  EXPECT_NEAR(optimum.spent_bits, expected, 1e-9 * expected);
  EXPECT_LT(optimum.certificate.worst_deviation, 1e-12);

  const auto ideal = MakeIdealModel();
  AllocationProblem problem;
  problem.tree = TreeFromLevels(entries, {}).value();
  problem.model = ideal.get();
  EXPECT_NEAR(LeastMemoryBits("monkey", problem, reference["R_uniform"]).value(), expected,
              1e-9 * expected);
  EXPECT_NEAR(LeastMemoryBits("uniform", problem, reference["R_uniform"]).value(), 99990000,
              1e-9 * 99990000);
}

TEST(LeastMemory, IsTheInverseOfTheOptimumOnRandomProblems) {
  RandomForTest random(1);
  for (int trial = 0; trial < 300; ++trial) {
    std::vector<double> entries;
    std::vector<double> weights;
    double total = 0;
    for (int j = random.Below(20); j >= 0; --j) {
      entries.push_back(std::floor(random.LogUniform(1, 1e9)));
      weights.push_back(random.Below(8) == 0 ? 0.0 : random.LogUniform(1e-3, 1e3));
      total += entries.back();
    }
    const MonkeyOptimum optimum =
        SolveMonkey(entries, weights, total * random.LogUniform(0.001, 40));
    if (optimum.spent_bits == 0 || optimum.cost == 0) continue;  // no weight, or none to speak of
    const MonkeyOptimum back = SolveMonkeyForCost(entries, weights, optimum.cost).value();
    EXPECT_NEAR(back.cost, optimum.cost, 1e-12 * optimum.cost);
    EXPECT_NEAR(back.spent_bits, optimum.spent_bits, 1e-7 * optimum.spent_bits);
  }
}

TEST(LeastMemory, NeedsNothingForACostThatNoFilterWouldHave) {
  const std::vector<double> entries = {10, 100};
  EXPECT_EQ(SolveMonkeyForCost(entries, {}, 2)->spent_bits, 0);
  EXPECT_EQ(SolveMonkeyForCost(entries, {}, 5)->spent_bits, 0);
  EXPECT_EQ(SolveMonkeyForCost(entries, {}, 2)->cost, 2);
  EXPECT_GT(SolveMonkeyForCost(entries, {}, 1.999)->spent_bits, 0);
  EXPECT_THAT(SolveMonkeyForCost(entries, {}, 0).error().message, HasSubstr("cost = 0"));
  EXPECT_THAT(
      SolveMonkeyForCost(entries, {}, std::numeric_limits<double>::quiet_NaN()).error().message,
      HasSubstr("cost = nan"));
}

TEST(LeastMemory, OnARealFilterIsTheThresholdOfItsOwnCost) {
  const auto bloom = MakeBloomModel();
  AllocationProblem problem;
  problem.tree = FullTree(1e6, 4, 5, Leveling()).value();
  problem.size_ratio = 4;
  problem.model = bloom.get();
  for (const char* policy : {"uniform", "monkey", "curve_aware"}) {
    const double bits = LeastMemoryBits(policy, problem, 0.2).value();
    problem.budget_bits = bits;
    EXPECT_LE(CostOf(problem, Allocate(policy, problem).value()), 0.2);
    problem.budget_bits = bits * (1 - 1e-6);
    EXPECT_GT(CostOf(problem, Allocate(policy, problem).value()), 0.2);
  }
}

TEST(LeastMemory, SaysWhatAPolicyCannotReach) {
  const auto ideal = MakeIdealModel();
  AllocationProblem problem;
  problem.tree = TreeFromLevels(std::array<double, 2>{10, 100}, {}).value();
  problem.model = ideal.get();
  EXPECT_THAT(LeastMemoryBits("filters_for_hits", problem, 0.5).error().message,
              HasSubstr("cost = 0.5 is out of range: policy filters_for_hits reaches [1, inf)"));
}

}  // namespace
}  // namespace bitladder::sim
