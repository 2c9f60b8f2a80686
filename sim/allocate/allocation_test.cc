#include "sim/allocate/allocation.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>

#include "sim/allocate/scale.h"
#include "sim/cost/closed_form.h"
#include "sim/cost/lookup_cost.h"
#include "sim/filter/ideal.h"
#include "sim/filter/reference_values_for_test.h"
#include "sim/ideal_filter.h"

namespace bitladder::sim {
namespace {

using ::testing::AllOf;
using ::testing::Each;
using ::testing::HasSubstr;

const FprModel* Ideal() {
  static const auto model = MakeIdealModel();
  return model.get();
}

AllocationProblem FourLevels(double bits_per_key) {
  AllocationProblem problem;
  problem.tree = FullTree(9999000, 10, 4, Leveling()).value();
  problem.size_ratio = 10;
  problem.budget_bits = bits_per_key * 9999000;
  problem.model = Ideal();
  return problem;
}

double IdealCost(const Allocation& allocation) {
  std::vector<double> fpr;
  for (const double bits : allocation.bits_per_key) fpr.push_back(IdealFpr(bits));
  return ZeroResultCost(fpr);
}

std::string MessageOf(const AllocationProblem& problem, std::string_view policy = "monkey") {
  const auto allocation = Allocate(policy, problem);
  return allocation ? "no error" : allocation.error().message;
}

TEST(AllocationPolicies, UniformGivesEveryRunTheSameBits) {
  const Allocation allocation = Allocate("uniform", FourLevels(10)).value();
  EXPECT_THAT(allocation.bits_per_key, Each(::testing::DoubleNear(10, 1e-12)));
  const auto reference = ReferenceValues()["seed_tree_T10_L4_h10"];
  EXPECT_NEAR(IdealCost(allocation), reference["R_uniform"], 1e-9 * 0.03277);
}

TEST(AllocationPolicies, MonkeySpendsTheBudgetAtTheReferenceCost) {
  const Allocation allocation = Allocate("monkey", FourLevels(10)).value();
  EXPECT_NEAR(allocation.spent_bits, 99990000, 1e-3);
  const auto reference = ReferenceValues()["seed_tree_T10_L4_h10"];
  EXPECT_NEAR(IdealCost(allocation), reference["R_monkey"], 1e-9 * 0.01174);
}

TEST(AllocationPolicies, MonkeyClosedFormGivesTheReferencesBitsAndMissesTheBudget) {
  const auto reference = ReferenceValues()["seed_tree_T10_L4_h10"];
  const Allocation allocation = Allocate("monkey_closed_form", FourLevels(10)).value();
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_NEAR(allocation.bits_per_key[i], reference["closed_b_inf"][i], 1e-9 * 24);
  }
  EXPECT_LT(allocation.spent_bits, 99990000);
}

TEST(AllocationPolicies, ExplicitGivesEachLevelWhatItsListSays) {
  AllocationProblem problem = FourLevels(0);
  problem.explicit_bits = {16, 14, 10, 8};
  const Allocation allocation = Allocate("explicit", problem).value();
  EXPECT_EQ(allocation.bits_per_key, problem.explicit_bits);
  EXPECT_NEAR(allocation.spent_bits, 9000 * (16 + 140 + 1000 + 8000.), 1e-6);
  problem.explicit_bits = {16, 14, 10};
  EXPECT_THAT(MessageOf(problem, "explicit"),
              HasSubstr("explicit_bits names 3 levels, the tree has 4"));
  problem.explicit_bits = {16, 14, 10, -1};
  EXPECT_THAT(MessageOf(problem, "explicit"), HasSubstr("explicit_bits[3] = -1"));
}

TEST(AllocationPolicies, AnUnknownNameListsTheKnownOnes) {
  EXPECT_THAT(MessageOf(FourLevels(10), "monkee"),
              AllOf(HasSubstr("\"monkee\""), HasSubstr("uniform, monkey, monkey_closed_form")));
}

TEST(AllocationPolicies, EveryPolicySpendsFiniteBitsOnEveryBudgetAndItsSumIsRight) {
  for (const AllocationPolicy& policy : AllocationPolicies()) {
    for (const double bits : {0.0, 0.01, 0.3, 2.0, 40.0}) {
      AllocationProblem problem = FourLevels(bits);
      problem.explicit_bits = {1, 1, 1, 1};
      const Allocation allocation = Allocate(policy.name, problem).value();
      double spent = 0;
      for (std::size_t j = 0; j < problem.tree.runs.size(); ++j) {
        EXPECT_GE(allocation.bits_per_key[j], 0) << policy.name;
        EXPECT_LT(allocation.bits_per_key[j], 1000) << policy.name;
        spent += allocation.bits_per_key[j] * problem.tree.runs[j].entries;
      }
      EXPECT_NEAR(allocation.spent_bits, spent, 1e-12 * spent) << policy.name;
    }
  }
}

TEST(AllocationProblem, NamesTheParameterThatIsOutOfRange) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  AllocationProblem problem = FourLevels(10);
  problem.budget_bits = 1e12;
  EXPECT_THAT(MessageOf(problem),
              AllOf(HasSubstr("budget_bits = 1000000000000"), HasSubstr("1000 bits for each")));
  problem.budget_bits = -1;
  EXPECT_THAT(MessageOf(problem), HasSubstr("budget_bits = -1"));
  problem = FourLevels(10);
  problem.weights = {1, 1};
  EXPECT_THAT(MessageOf(problem), HasSubstr("weights names 2 runs, the tree has 4"));
  problem.weights = {1, 1, nan, 1};
  EXPECT_THAT(MessageOf(problem), HasSubstr("weights[2] = nan"));
  problem = FourLevels(10);
  problem.tree.runs[1].entries = 0.5;
  EXPECT_THAT(MessageOf(problem), HasSubstr("tree.runs[1].entries = 0.5"));
  problem = FourLevels(10);
  problem.size_ratio = 1;
  EXPECT_THAT(MessageOf(problem), HasSubstr("size_ratio = 1"));
  problem = FourLevels(10);
  problem.existing.per_missing = -1;
  EXPECT_THAT(MessageOf(problem), HasSubstr("existing.per_missing = -1"));
  problem.existing = {1, {0.5, 0.25, 0, 0}};
  EXPECT_THAT(MessageOf(problem), HasSubstr("existing.target_mass sums to 0.75"));
  problem.tree.runs.clear();
  EXPECT_THAT(MessageOf(problem), HasSubstr("tree has no runs"));
}

TEST(ScaleToBudget, TakesOneConstantOffEveryFilteredRun) {
  const AllocationProblem problem = FourLevels(10);
  Allocation allocation = Allocate("monkey_closed_form", problem).value();
  const Allocation scaled = ScaleToBudget(problem, allocation);
  EXPECT_NEAR(scaled.spent_bits, problem.budget_bits, 1e-12 * problem.budget_bits);
  const double shift = allocation.bits_per_key[0] - scaled.bits_per_key[0];
  for (std::size_t j = 0; j < 4; ++j) {
    EXPECT_NEAR(allocation.bits_per_key[j] - scaled.bits_per_key[j], shift, 1e-12);
  }
  // The limit's ladder has the optimum's steps, so the scaled limit is the optimum.
  EXPECT_NEAR(IdealCost(scaled), IdealCost(Allocate("monkey", problem).value()), 1e-12);
}

TEST(ScaleToBudget, ClampsAtZeroAndLeavesUnfilteredRunsAlone) {
  AllocationProblem problem;
  problem.tree = TreeFromLevels(std::array<double, 3>{10, 100, 1000}, {}).value();
  problem.model = Ideal();
  problem.budget_bits = 50;
  const Allocation asked = {{12, 9, 0}, 1020};
  const Allocation less =
      ScaleToBudget(problem, asked);  // 30 bits lift the first run 3 above the second
  EXPECT_NEAR(less.bits_per_key[0], 3 + 20.0 / 110, 1e-12);
  EXPECT_NEAR(less.bits_per_key[1], 20.0 / 110, 1e-12);
  EXPECT_EQ(less.bits_per_key[2], 0);
  problem.budget_bits = 20;
  EXPECT_EQ(ScaleToBudget(problem, asked).bits_per_key, (std::vector<double>{2, 0, 0}));
  problem.budget_bits = 2120;  // more than was asked: ten bits more for each
  EXPECT_EQ(ScaleToBudget(problem, asked).bits_per_key, (std::vector<double>{22, 19, 0}));
  problem.budget_bits = 111;
  EXPECT_THAT(ScaleToBudget(problem, {{0, 0, 0}, 0}).bits_per_key,
              Each(::testing::DoubleNear(0.1, 1e-15)));
}

}  // namespace
}  // namespace bitladder::sim
