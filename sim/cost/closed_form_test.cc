#include "sim/cost/closed_form.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "sim/filter/reference_values_for_test.h"
#include "sim/ideal_filter.h"

namespace bitladder::sim {
namespace {

using ::testing::HasSubstr;

void ExpectRelative(double value, double expected, double tolerance) {
  EXPECT_NEAR(value, expected, tolerance * std::abs(expected));
}

TEST(ClosedForm, Equation7MatchesTheReferenceForBothMergePolicies) {
  for (const auto& row : ReferenceValues()["cost_model"]["rows"]) {
    const int t = row["T"];
    const bool leveling = row["policy"] == "leveling";
    const ClosedFormTree tree = {t, row["L"], leveling ? Leveling() : Tiering(t)};
    const MonkeyClosedForm form = MonkeyLimit(tree, 5);
    ExpectRelative(form.cost(), row["R"], 1e-9);
    ExpectRelative(MonkeyLimitFpr(tree, form, tree.levels), row["pL"], 1e-9);
    ExpectRelative(UniformClosedForm(tree, 5), row["R_uniform"], 1e-9);
  }
}

TEST(ClosedForm, Equation7AndItsUnfilteredLevelsMatchTheReferenceAtLowMemory) {
  for (const auto& row : ReferenceValues()["low_memory_leveling"]) {
    const ClosedFormTree tree = {row["T"], row["L"], Leveling()};
    const MonkeyClosedForm limit = MonkeyLimit(tree, row["h"]);
    ExpectRelative(limit.cost(), row["R_eq7"], 1e-9);
    EXPECT_EQ(limit.unfiltered_levels, row["u_kkt"]);
    const MonkeyClosedForm finite = MonkeyFinite(tree, row["h"]);
    ExpectRelative(finite.cost(), row["R_kkt"], 1e-9);
    EXPECT_EQ(finite.unfiltered_levels, row["u_kkt"]);
    ExpectRelative(UniformClosedForm(tree, row["h"]), row["R_uniform"], 1e-9);
  }
}

TEST(ClosedForm, FiniteTreesMatchTheReferenceWhereTheLimitDoesNot) {
  const auto seed = ReferenceValues()["seed_tree_T10_L4_h10"];
  const ClosedFormTree tree = {10, 4, Leveling()};
  ExpectRelative(MonkeyFinite(tree, 10).cost(), seed["closed_finite"], 1e-9);
  const MonkeyClosedForm limit = MonkeyLimit(tree, 10);
  ExpectRelative(limit.cost(), seed["closed_inf_Eq7"], 1e-9);
  for (int level = 1; level <= 4; ++level) {
    ExpectRelative(MonkeyLimitFpr(tree, limit, level), seed["closed_p_inf"][level - 1], 1e-9);
  }
  for (const auto& row : ReferenceValues()["default_setup_sweep_log2N"]) {
    const ClosedFormTree default_tree = {2, row["L"], Leveling()};
    ExpectRelative(MonkeyFinite(default_tree, 5).cost(), row["R_monkey_exact_M_hS"], 1e-9);
    ExpectRelative(MonkeyLimit(default_tree, 5).cost(), row["R_monkey_Eq7"], 1e-9);
  }
}

TEST(ClosedForm, RatesNeverExceedOneAndSumToTheCost) {
  for (const int t : {2, 3, 10}) {
    for (const MergePolicy& policy :
         {Leveling(), Tiering(t), LazyLeveling(t), MergePolicy{1, t - 1}}) {
      const ClosedFormTree tree = {t, 30, policy};
      for (double bits = 1e-8; bits < 30; bits *= 1.7) {
        const MonkeyClosedForm form = MonkeyLimit(tree, bits);
        double sum = 0;
        for (int level = 1; level <= 30; ++level) {
          const double p = MonkeyLimitFpr(tree, form, level);
          EXPECT_LE(p, 1);
          sum += p * (level == 30 ? policy.last_runs : policy.inner_runs);
        }
        // The geometric tail below level 1, for 30 levels at T = 2: 2^-(L_f) of R_f.
        EXPECT_NEAR(sum, form.cost(),
                    2 * form.filtered_cost * std::pow(t, form.unfiltered_levels - 30) + 1e-9);
      }
    }
  }
}

TEST(ClosedForm, UnfilteredLevelsAgreeWithTheFiniteOptimumOnDeepTrees) {
  for (const int t : {2, 4, 10}) {
    for (const MergePolicy& policy : {Leveling(), Tiering(t), LazyLeveling(t)}) {
      const ClosedFormTree tree = {t, 40, policy};
      for (double bits = 1e-6; bits < 30; bits *= 1.37) {
        const MonkeyClosedForm limit = MonkeyLimit(tree, bits);
        const MonkeyClosedForm finite = MonkeyFinite(tree, bits);
        EXPECT_EQ(limit.unfiltered_levels, finite.unfiltered_levels) << t << " " << bits;
        EXPECT_EQ(UnfilteredLevelsForCost(tree, limit.cost()), limit.unfiltered_levels);
        ExpectRelative(finite.cost(), limit.cost(), 1e-4);
      }
    }
  }
}

TEST(ClosedForm, TheCorrectedLevelCountKeepsTheRateThatThePrintedOneBreaks) {
  // THEORY section 7: T = 10, R = 1.5. Printed: L_u = 0 and p_L = 1.35. Corrected: one unfiltered
  // level.
  const ClosedFormTree tree = {10, 6, Leveling()};
  EXPECT_EQ(UnfilteredLevelsForCost(tree, 1.5), 1);
  EXPECT_EQ(UnfilteredLevelsForCost(tree, 10.0 / 9), 0);
  EXPECT_EQ(UnfilteredLevelsForCost({10, 6, Tiering(10)}, 9 * 1.5), 1);
  EXPECT_EQ(UnfilteredLevelsForCost({10, 6, Tiering(10)}, 10), 0);
}

TEST(ClosedForm, ThresholdsAreThoseOfEquation8) {
  // M_th / N = ln T / (beta (T-1)): 1.4427, 0.9618, 0.5325 bits (THEORY section 5).
  EXPECT_NEAR(FilterThreshold(2, Leveling()), 1.4427, 5e-5);
  EXPECT_NEAR(FilterThreshold(4, Tiering(4)), 0.9618, 5e-5);
  EXPECT_NEAR(FilterThreshold(10, Leveling()), 0.5325, 5e-5);
  const ClosedFormTree tree = {2, 5, Leveling()};
  EXPECT_EQ(UnfilteredLevels(tree, 0), 5);
  EXPECT_EQ(MonkeyLimit(tree, 0).cost(), 5);
  EXPECT_EQ(MonkeyFinite(tree, 0).cost(), 5);
  EXPECT_EQ(MonkeyLimit({4, 5, LazyLeveling(4)}, 0).cost(), 13);
}

TEST(ClosedForm, NamesTheParameterThatIsOutOfRange) {
  EXPECT_THAT(Validate({2, 0, Leveling()}).error().message, HasSubstr("levels = 0"));
  EXPECT_THAT(Validate({1, 1, Leveling()}).error().message, HasSubstr("size_ratio = 1"));
}

}  // namespace
}  // namespace bitladder::sim
