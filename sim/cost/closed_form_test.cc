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
    const ClosedFormTree tree =
        ZeroResultTree(t, row["L"], leveling ? Leveling() : Tiering(t)).value();
    const MonkeyClosedForm form = MonkeyLimit(tree, 5);
    ExpectRelative(form.cost(), row["R"], 1e-9);
    ExpectRelative(MonkeyLimitFpr(tree, form, tree.levels), row["pL"], 1e-9);
    ExpectRelative(ExistingClosedForm(form), row["V"], 1e-9);
    ExpectRelative(UniformClosedForm(tree, 5), row["R_uniform"], 1e-9);
  }
}

TEST(ClosedForm, Equation7AndItsUnfilteredLevelsMatchTheReferenceAtLowMemory) {
  for (const auto& row : ReferenceValues()["low_memory_leveling"]) {
    const ClosedFormTree tree = {row["T"], row["L"]};
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
  const ClosedFormTree tree = {10, 4};
  ExpectRelative(MonkeyFinite(tree, 10).cost(), seed["closed_finite"], 1e-9);
  const MonkeyClosedForm limit = MonkeyLimit(tree, 10);
  ExpectRelative(limit.cost(), seed["closed_inf_Eq7"], 1e-9);
  for (int level = 1; level <= 4; ++level) {
    ExpectRelative(MonkeyLimitFpr(tree, limit, level), seed["closed_p_inf"][level - 1], 1e-9);
  }
  for (const auto& row : ReferenceValues()["default_setup_sweep_log2N"]) {
    const ClosedFormTree default_tree = {2, row["L"]};
    ExpectRelative(MonkeyFinite(default_tree, 5).cost(), row["R_monkey_exact_M_hS"], 1e-9);
    ExpectRelative(MonkeyLimit(default_tree, 5).cost(), row["R_monkey_Eq7"], 1e-9);
  }
}

TEST(ClosedForm, RatesNeverExceedOneAndSumToTheCost) {
  for (const int t : {2, 3, 10}) {
    for (const MergePolicy& policy :
         {Leveling(), Tiering(t), LazyLeveling(t), MergePolicy{1, t - 1}}) {
      const ClosedFormTree tree = ZeroResultTree(t, 30, policy).value();
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
      const ClosedFormTree tree = ZeroResultTree(t, 40, policy).value();
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
  const ClosedFormTree tree = {10, 6};
  EXPECT_EQ(UnfilteredLevelsForCost(tree, 1.5), 1);
  EXPECT_EQ(UnfilteredLevelsForCost(tree, 10.0 / 9), 0);
  EXPECT_EQ(UnfilteredLevelsForCost({10, 6, 9, 9}, 9 * 1.5), 1);
  EXPECT_EQ(UnfilteredLevelsForCost({10, 6, 9, 9}, 10), 0);
}

TEST(ClosedForm, ThresholdsAreThoseOfEquation8) {
  // M_th / N = ln T / (beta (T-1)): 1.4427, 0.9618, 0.5325 bits (THEORY section 5).
  EXPECT_NEAR(FilterThreshold({2, 5}), 1.4427, 5e-5);
  EXPECT_NEAR(FilterThreshold({4, 5, 3, 3}), 0.9618, 5e-5);
  EXPECT_NEAR(FilterThreshold({10, 5}), 0.5325, 5e-5);
  const ClosedFormTree tree = {2, 5};
  EXPECT_EQ(UnfilteredLevels(tree, 0), 5);
  EXPECT_EQ(MonkeyLimit(tree, 0).cost(), 5);
  EXPECT_EQ(MonkeyFinite(tree, 0).cost(), 5);
  EXPECT_EQ(MonkeyLimit({4, 5, 3, 1}, 0).cost(), 13);
}

TEST(ClosedForm, AsymptoticBitsAreTheLimitsLadderWhereEveryLevelHasFilters) {
  for (const ClosedFormTree& tree :
       {ClosedFormTree{2, 9}, {10, 5, 9, 9}, {4, 6, 3, 1}, {4, 6, 1, 3}}) {
    const MonkeyClosedForm form = MonkeyLimit(tree, 12);
    ASSERT_EQ(form.unfiltered_levels, 0);
    for (int level = 1; level <= tree.levels; ++level) {
      ExpectRelative(IdealFpr(AsymptoticBits(tree, 12, level)), MonkeyLimitFpr(tree, form, level),
                     1e-12);
    }
  }
  // THEORY section 5: one step is 1.4427, 2.8854, 4.7925 bits at T = 2, 4, 10.
  EXPECT_NEAR(AsymptoticBits({2, 5}, 5, 1) - AsymptoticBits({2, 5}, 5, 2), 1.4427, 5e-5);
  EXPECT_NEAR(AsymptoticBits({4, 5}, 5, 1) - AsymptoticBits({4, 5}, 5, 2), 2.8854, 5e-5);
  EXPECT_NEAR(AsymptoticBits({10, 5}, 5, 1) - AsymptoticBits({10, 5}, 5, 2), 4.7925, 5e-5);
}

TEST(ClosedForm, MixedLookupsWeighTheLargestLevelAsPublished) {
  // TODS 2018 section 4.4: 1/(nu+1) for leveling, (T-1) - nu T/(2 (nu+1)) for tiering; nu = 9.
  EXPECT_DOUBLE_EQ(MixedLookupTree(4, 5, Leveling(), 0.9)->last_weight, 0.1);
  EXPECT_DOUBLE_EQ(MixedLookupTree(4, 5, Tiering(4), 0.9)->last_weight, 3 - 0.9 * 4 / 2);
  EXPECT_EQ(MixedLookupTree(4, 5, Tiering(4), 0), ZeroResultTree(4, 5, Tiering(4)));
  EXPECT_THAT(MixedLookupTree(4, 5, Leveling(), 1.5).error().message,
              HasSubstr("existing_share = 1.5"));
  // No zero-result lookups under leveling: the largest level gets nothing whatever the budget.
  const ClosedFormTree tree = MixedLookupTree(4, 5, Leveling(), 1).value();
  EXPECT_EQ(MonkeyLimit(tree, 20).unfiltered_levels, 1);
  EXPECT_EQ(MonkeyFinite(tree, 20).unfiltered_levels, 1);
  EXPECT_EQ(MonkeyFinite(tree, 20).unfiltered_cost, 0);
}

TEST(ClosedForm, NamesTheParameterThatIsOutOfRange) {
  const auto message = [](const ClosedFormTree& tree) { return Validate(tree).error().message; };
  EXPECT_THAT(message({2, 0}), HasSubstr("levels = 0"));
  EXPECT_THAT(message({1, 1}), HasSubstr("size_ratio = 1"));
  EXPECT_THAT(message({2, 1, 0, 1}), HasSubstr("inner_weight = 0"));
  EXPECT_THAT(message({2, 1, 1, 2.5}), HasSubstr("last_weight = 2.5"));
  EXPECT_THAT(ZeroResultTree(3, 1, {1, 3}).error().message, HasSubstr("last_runs = 3"));
}

}  // namespace
}  // namespace bitladder::sim
