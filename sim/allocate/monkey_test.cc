#include "sim/allocate/monkey.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include "sim/allocate/problem.h"
#include "sim/filter/reference_values_for_test.h"

namespace bitladder::sim {
namespace {

using ::testing::DoubleNear;
using ::testing::ElementsAre;
using Doubles = std::vector<double>;

void ExpectRelative(double value, double expected, double tolerance) {
  EXPECT_NEAR(value, expected, tolerance * std::abs(expected));
}

TEST(MonkeyAllocator, MatchesTheReferenceOnTheFourLevelExample) {
  const auto reference = ReferenceValues()["seed_tree_T10_L4_h10"];
  Doubles entries;
  for (const auto& row : reference["rows"]) entries.push_back(row["entries"]);
  const MonkeyOptimum optimum = SolveMonkey(entries, {}, reference["M_bits"]);
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const auto& row = reference["rows"][i];
    ExpectRelative(optimum.bits_per_key[i], row["bits_monkey"], 1e-9);
    ExpectRelative(IdealFpr(optimum.bits_per_key[i]), row["fpr_monkey"], 1e-9);
  }
  ExpectRelative(optimum.cost, reference["R_monkey"], 1e-9);
  // Uniform's cost for 21 % less memory.
  ExpectRelative(SolveMonkey(entries, {}, reference["M_monkey_same_R"]).cost,
                 reference["R_uniform"], 1e-9);
}

TEST(MonkeyAllocator, MatchesTheReferenceOnWeightedRunGroups) {
  for (const auto& instance : ReferenceValues()["weighted_instances"]) {
    const Doubles entries = instance["n"];
    const Doubles weights = instance["c"];
    const MonkeyOptimum optimum = SolveMonkey(entries, weights, instance["M"]);
    ExpectRelative(optimum.cost, instance["R"], 1e-9);
    const Doubles bits = instance["b"];
    for (std::size_t j = 0; j < bits.size(); ++j) {
      EXPECT_NEAR(optimum.bits_per_key[j], bits[j], 1e-9 * (1 + bits[j]));
    }
    EXPECT_EQ(entries.size() - optimum.certificate.filtered_runs, instance["unfiltered"]);
  }
}

TEST(MonkeyAllocator, MatchesTheReferenceWhereLargeLevelsGoUnfiltered) {
  for (const auto& row : ReferenceValues()["low_memory_leveling"]) {
    const TreeShape tree = FullTree(1e6, row["T"], row["L"], Leveling()).value();
    const Doubles entries = EntriesOf(tree);
    const MonkeyOptimum optimum = SolveMonkey(entries, {}, row["h"].get<double>() * 1e6);
    ExpectRelative(optimum.cost, row["R_kkt"], 1e-9);
    EXPECT_EQ(entries.size() - optimum.certificate.filtered_runs, row["u_kkt"]);
  }
}

TEST(MonkeyAllocator, MatchesTheReferenceOnTheDefaultSetUp) {
  for (const auto& row : ReferenceValues()["default_setup_sweep_log2N"]) {
    const TreeShape tree = FullTree(1, 2, row["L"], Leveling()).value();
    const Doubles entries = EntriesOf(tree);
    ExpectRelative(SolveMonkey(entries, {}, 5).cost, row["R_monkey_exact_M_hS"], 1e-9);
  }
}

TEST(MonkeyAllocator, MatchesTheTheorysLazyLevelingExample) {
  // THEORY section 9: T = 4, L = 5, h = 10: 0.106503 uniform, 0.022626 optimum (six digits given).
  const TreeShape tree = FullTree(1e6, 4, 5, LazyLeveling(4)).value();
  const Doubles entries = EntriesOf(tree);
  EXPECT_NEAR(static_cast<double>(tree.runs.size()) * IdealFpr(10), 0.106503, 5e-7);
  EXPECT_NEAR(SolveMonkey(entries, {}, 1e7).cost, 0.022626, 5e-7);
}

TEST(MonkeyAllocator, GivesEveryRunTheRateOneWithoutMemory) {
  const Doubles entries = {10, 100, 1000};
  const MonkeyOptimum optimum = SolveMonkey(entries, {}, 0);
  EXPECT_EQ(optimum.bits_per_key, Doubles({0, 0, 0}));
  EXPECT_EQ(optimum.cost, 3);
  EXPECT_EQ(optimum.certificate.filtered_runs, 0u);
  EXPECT_EQ(optimum.certificate.budget_deviation, 0);
}

TEST(MonkeyAllocator, IsUniformWhereEntriesAndWeightsAreProportional) {
  const Doubles entries = {10, 100, 1000};
  const Doubles weights = {0.03, 0.3, 3};
  for (const double bits : {0.01, 1.0, 40.0}) {
    for (const double b : SolveMonkey(entries, weights, bits * 1110).bits_per_key) {
      ExpectRelative(b, bits, 1e-12);
    }
  }
}

TEST(MonkeyAllocator, GivesNoBitsToRunsThatAreNeverProbed) {
  const Doubles entries = {10, 100, 1000};
  const Doubles weights = {0, 1, 0};
  const MonkeyOptimum optimum = SolveMonkey(entries, weights, 500);
  EXPECT_THAT(optimum.bits_per_key, ElementsAre(0, DoubleNear(5, 1e-12), 0));
  EXPECT_EQ(optimum.certificate.worst_unfiltered_excess, -std::numeric_limits<double>::infinity());

  const Doubles nothing = {0, 0, 0};
  const MonkeyOptimum none = SolveMonkey(entries, nothing, 500);
  EXPECT_EQ(none.bits_per_key, Doubles({0, 0, 0}));
  EXPECT_EQ(none.spent_bits, 0);
  EXPECT_EQ(none.cost, 0);
  EXPECT_EQ(none.certificate.budget_deviation, 1);
}

TEST(MonkeyAllocator, GivesEverythingToASingleRun) {
  const Doubles entries = {1000};
  EXPECT_THAT(SolveMonkey(entries, {}, 12345).bits_per_key, ElementsAre(DoubleNear(12.345, 1e-12)));
}

TEST(MonkeyAllocator, LetsOneTinyRunTakeAllWhenMemoryIsScarce) {
  const Doubles entries = {1, 1e9};
  const MonkeyOptimum optimum = SolveMonkey(entries, {}, 40);
  EXPECT_THAT(optimum.bits_per_key, ElementsAre(DoubleNear(40, 1e-12), 0));
  EXPECT_LT(optimum.certificate.worst_unfiltered_excess, 0);
}

TEST(MonkeyAllocator, DoesNotDependOnTheOrderOfRuns) {
  const Doubles entries = {1000, 10, 77, 100, 10};
  const Doubles weights = {1, 0.5, 3, 1, 0.5};
  const MonkeyOptimum optimum = SolveMonkey(entries, weights, 800);
  const Doubles reversed_entries(entries.rbegin(), entries.rend());
  const Doubles reversed_weights(weights.rbegin(), weights.rend());
  const MonkeyOptimum reversed = SolveMonkey(reversed_entries, reversed_weights, 800);
  for (std::size_t j = 0; j < entries.size(); ++j) {
    EXPECT_NEAR(optimum.bits_per_key[j], reversed.bits_per_key[entries.size() - 1 - j], 1e-12);
  }
}

TEST(MonkeyAllocator, IsNeverBeatenByMovingBitsOnAFineGrid) {
  // Every split of the budget over three runs in steps of 1/60 of it.
  const Doubles entries = {3, 20, 90};
  for (const Doubles& weights : {Doubles{1, 1, 1}, Doubles{0.2, 5, 1}, Doubles{0, 1, 9}}) {
    for (const double budget : {5.0, 60.0, 300.0, 2000.0}) {
      const MonkeyOptimum optimum = SolveMonkey(entries, weights, budget);
      constexpr int kSteps = 60;
      for (int i = 0; i <= kSteps; ++i) {
        for (int j = 0; i + j <= kSteps; ++j) {
          const double unit = budget / kSteps;
          const double cost = weights[0] * IdealFpr(i * unit / entries[0]) +
                              weights[1] * IdealFpr(j * unit / entries[1]) +
                              weights[2] * IdealFpr((kSteps - i - j) * unit / entries[2]);
          EXPECT_LE(optimum.cost, cost * (1 + 1e-12));
        }
      }
    }
  }
}

TEST(MonkeyCertificate, HoldsAtTheOptimumAndOnlyThere) {
  const Doubles entries = {9000, 90000, 900000, 9000000};
  const MonkeyOptimum optimum = SolveMonkey(entries, {}, 2e6);
  EXPECT_LT(optimum.certificate.worst_deviation, 1e-12);
  EXPECT_LT(optimum.certificate.worst_unfiltered_excess, 1e-12);
  EXPECT_LT(optimum.certificate.budget_deviation, 1e-12);
  // c p / n of the smallest run, straight from its definition.
  ExpectRelative(std::exp(optimum.certificate.log_constant),
                 IdealFpr(optimum.bits_per_key[0]) / entries[0], 1e-12);

  Doubles moved = optimum.bits_per_key;
  moved[0] += 1;
  moved[1] -= 0.1;
  EXPECT_GT(CertifyMonkey(entries, {}, moved, 2e6).worst_deviation, 0.5 * kBeta);
  const Doubles only_largest = {0, 0, 0, 2e6 / 9000000};
  EXPECT_GT(CertifyMonkey(entries, {}, only_largest, 2e6).worst_unfiltered_excess, 0);
  const Doubles half = {optimum.bits_per_key[0] / 2, 0, 0, 0};
  EXPECT_GT(CertifyMonkey(entries, {}, half, 2e6).budget_deviation, 0.5);
}

}  // namespace
}  // namespace bitladder::sim
