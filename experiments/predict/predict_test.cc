#include "experiments/predict/predict.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "experiments/predict/filter_planning.h"
#include "experiments/predict/grown_runs.h"

namespace bitladder::experiments {
namespace {

// 9 000 / 90 000 / 900 000 / 9 000 000 entries: the worked example (THEORY section 9).
ExperimentConfig WorkedExample(const std::string& allocation) {
  ExperimentConfig config;
  config.tree.entries = 9'999'000;
  config.tree.key_bytes = 16;
  config.tree.value_bytes = 32;
  config.tree.buffer_bytes = 64'000;  // 1000 entries of 64 bytes
  config.tree.size_ratio = 10;
  config.tree.loader = "bulk";
  config.filters.allocation = allocation;
  config.filters.bits_per_key = 10;
  return config;
}

Prediction PredictionOf(const ExperimentConfig& config, std::uint64_t lookups = 16384) {
  const LoadedTree tree = GrownRuns(config.tree).value();
  const FilterPlan filters = PlanFilters(config, config.filters.allocation, tree).value();
  return Predict(config, tree, filters, lookups).value();
}

TEST(GrownRuns, AreTheWorkedExamplesLevels) {
  const LoadedTree tree = GrownRuns(WorkedExample("monkey").tree).value();
  ASSERT_EQ(tree.runs.size(), 4U);
  EXPECT_EQ(tree.runs[0], (LoadedRun{1, 1, 9'000}));
  EXPECT_EQ(tree.runs[1], (LoadedRun{2, 1, 90'000}));
  EXPECT_EQ(tree.runs[2], (LoadedRun{3, 1, 900'000}));
  EXPECT_EQ(tree.runs[3], (LoadedRun{4, 1, 9'000'000}));
  EXPECT_EQ(tree.entries(), 9'999'000U);
  EXPECT_EQ(tree.levels(), 4);
}

// Expected values: R_uniform and R_monkey of reference_values.json, computed by another program.
TEST(Predict, GivesTheWorkedExamplesIdealCost) {
  const Prediction uniform = PredictionOf(WorkedExample("uniform"));
  EXPECT_NEAR(uniform.wasted_ios_per_lookup_ideal, 0.032770197872715845, 1e-12);
  const Prediction monkey = PredictionOf(WorkedExample("monkey"));
  EXPECT_NEAR(monkey.wasted_ios_per_lookup_ideal, 0.011744761512061492, 1e-12);
}

// With whole numbers of probes: R_uniform_integer_k and R_monkey_integer_k of
// reference_values.json. Rounding to whole bytes and the exact rate of small filters move them by
// less than 0.1 %.
TEST(Predict, GivesTheWorkedExamplesCostWithRealFilters) {
  EXPECT_NEAR(PredictionOf(WorkedExample("uniform")).wasted_ios.mean, 0.03277488826344967, 3e-5);
  EXPECT_NEAR(PredictionOf(WorkedExample("monkey")).wasted_ios.mean, 0.011807657725874698, 1.2e-5);
}

// Uniform: L e^(-h beta) on the designed tree. Monkey: Eq. 7's limit, closed_inf_Eq7 of
// reference_values.json.
TEST(Predict, GivesThePapersEquationsBesideIt) {
  EXPECT_NEAR(*PredictionOf(WorkedExample("uniform")).wasted_ios_per_lookup_closed_form,
              4 * 0.008192549468178961, 1e-12);
  EXPECT_NEAR(*PredictionOf(WorkedExample("monkey")).wasted_ios_per_lookup_closed_form,
              0.01175676057916045, 1e-12);
}

// 1023 buffers at T = 2: Monkey's Eq. 1 gives ceil(log2(1023 / 2)) = 9 levels, log_T(N E / M_buf)
// 10.
TEST(Predict, CountsTheDesignedLevelsByEitherRule) {
  ExperimentConfig config = WorkedExample("uniform");
  config.tree.size_ratio = 2;
  config.tree.entries = 1'023'000;
  EXPECT_NEAR(*PredictionOf(config).wasted_ios_per_lookup_closed_form, 9 * 0.008192549468178961,
              1e-12);
  config.tree.levels_rule = "log_t";
  EXPECT_NEAR(*PredictionOf(config).wasted_ios_per_lookup_closed_form, 10 * 0.008192549468178961,
              1e-12);
}

TEST(Predict, SaysWhyThereIsNoEquation) {
  ExperimentConfig config = WorkedExample("monkey");
  config.workload.existing_fraction = 0.5;
  const Prediction prediction = PredictionOf(config);
  EXPECT_FALSE(prediction.wasted_ios_per_lookup_closed_form.has_value());
  EXPECT_NE(prediction.closed_form_status, "");
}

TEST(Predict, KnowsThatWithoutFiltersEveryRunIsRead) {
  for (const double bits : {0.0, 10.0}) {
    ExperimentConfig config = WorkedExample("uniform");
    config.filters.kind = bits == 0 ? "bloom" : "none";
    config.filters.bits_per_key = bits;
    const Prediction prediction = PredictionOf(config, 1000);
    EXPECT_EQ(prediction.wasted_ios.mean, 4);
    EXPECT_EQ(prediction.wasted_ios_pi95, (CountInterval{4000, 4000}));
    EXPECT_EQ(prediction.wasted_ios_per_lookup_ideal, 4);
  }
}

TEST(PlanFilters, SpendsTheBudgetAndNeverMore) {
  for (const std::string allocation : {"uniform", "monkey", "monkey_closed_form"}) {
    for (const double bits : {0.5, 1.0, 2.0, 5.0, 10.0, 20.0}) {
      ExperimentConfig config = WorkedExample(allocation);
      config.filters.bits_per_key = bits;
      const LoadedTree tree = GrownRuns(config.tree).value();
      const FilterPlan plan = PlanFilters(config, allocation, tree).value();
      EXPECT_EQ(plan.budget_bits, static_cast<std::uint64_t>(bits * 9'999'000));
      EXPECT_LE(plan.spent_bits(), plan.budget_bits) << allocation << " " << bits;
      EXPECT_EQ(SpentStatus(plan.budget_bits, plan.spent_bits()), "ok")
          << allocation << " " << bits;
    }
  }
}

// THEORY section 9: 23.8470 19.0545 14.2619 9.4694.
TEST(PlanFilters, GivesTheLadderOfTheWorkedExample) {
  const ExperimentConfig config = WorkedExample("monkey");
  const FilterPlan plan = PlanFilters(config, "monkey", GrownRuns(config.tree).value()).value();
  const double expected[] = {23.847001526259888, 19.05447233757617, 14.261943148892447,
                             9.469413960208731};
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_NEAR(plan.runs[i].bits_per_key_requested, expected[i], 1e-9);
    EXPECT_NEAR(plan.runs[i].bits_per_key_1024 / 1024.0, expected[i], 0.1);
  }
}

TEST(PlanFilters, TakesTheBudgetInBytesWhereItIsGiven) {
  ExperimentConfig config = WorkedExample("uniform");
  config.filters.memory_bytes = 9'829'370;  // 78 634 960 bits: what Monkey needs for uniform's cost
  const LoadedTree tree = GrownRuns(config.tree).value();
  EXPECT_EQ(PlanFilters(config, "uniform", tree).value().budget_bits, 78'634'960U);
}

TEST(PlanFilters, TakesAnExplicitListAsItsOwnBudget) {
  ExperimentConfig config = WorkedExample("explicit");
  config.filters.explicit_bits = {16, 14, 10, 8};
  const LoadedTree tree = GrownRuns(config.tree).value();
  const FilterPlan plan = PlanFilters(config, "explicit", tree).value();
  EXPECT_EQ(plan.budget_bits, 16U * 9'000 + 14U * 90'000 + 10U * 900'000 + 8U * 9'000'000);
  EXPECT_EQ(SpentStatus(plan.budget_bits, plan.spent_bits()), "ok");
}

TEST(PlanFilters, RoundsAnExplicitListDownToWholeBits) {
  ExperimentConfig config = WorkedExample("explicit");
  config.filters.explicit_bits = {10.00007, 9, 8, 7};  // 90 000.63 bits on level 1
  const FilterPlan plan = PlanFilters(config, "explicit", GrownRuns(config.tree).value()).value();
  EXPECT_EQ(plan.budget_bits, 90'000U + 9U * 90'000 + 8U * 900'000 + 7U * 9'000'000);
  EXPECT_LE(plan.spent_bits(), plan.budget_bits);
}

// A sequential load's lookup lies in one run, so a false positive of run j weighs n_j / N and more
// bits for small runs gain nothing.
TEST(PlanFilters, IsUniformUnderMonkeyWhereRunsAreDisjoint) {
  ExperimentConfig config = WorkedExample("monkey");
  config.tree.load_order = "sequential";
  const FilterPlan plan = PlanFilters(config, "monkey", GrownRuns(config.tree).value()).value();
  for (const PlannedFilter& run : plan.runs) EXPECT_NEAR(run.bits_per_key_requested, 10, 1e-3);
}

// TODS 2018 section 4.4, exact: minimise sum c_j p_j with c_j = (1 + nu P(target is older))/(1 +
// nu). At the optimum c_j p_j / n_j is one constant over the filtered runs.
TEST(PlanFilters, WeighsRunsByTheMixOfLookupsUnderMonkeyGeneral) {
  ExperimentConfig config = WorkedExample("monkey_general");
  config.workload.existing_fraction = 0.75;  // nu = 3
  const LoadedTree tree = GrownRuns(config.tree).value();
  const FilterPlan plan = PlanFilters(config, "monkey_general", tree).value();
  const double all = 9'999'000;
  const double older[] = {9'990'000 / all, 9'900'000 / all, 9'000'000 / all, 0};
  const double beta = 0.480453013918201424667;
  const auto constant = [&](std::size_t j) {
    return (1 + 3 * older[j]) / 4 * std::exp(-beta * plan.runs[j].bits_per_key_requested) /
           static_cast<double>(tree.runs[j].entries);
  };
  for (std::size_t j = 1; j < 4; ++j) {
    EXPECT_NEAR(constant(j) / constant(0), 1, 1e-9) << j;
  }
  EXPECT_EQ(SpentStatus(plan.budget_bits, plan.spent_bits()), "ok");
}

TEST(PlanFilters, IsMonkeyUnderMonkeyGeneralWhereNoKeyExists) {
  const LoadedTree tree = GrownRuns(WorkedExample("monkey").tree).value();
  EXPECT_EQ(PlanFilters(WorkedExample("monkey_general"), "monkey_general", tree).value().runs,
            PlanFilters(WorkedExample("monkey"), "monkey", tree).value().runs);
}

// The last run's filter never spares an existing key an I/O, and with lookups for such keys alone
// it is worth nothing (T18 section 4.4); when all are in level 2, nothing older needs a filter.
TEST(PlanFilters, GivesNoBitsToRunsThatNoLookupProbesInVain) {
  ExperimentConfig config = WorkedExample("monkey_general");
  config.workload.existing_fraction = 1;
  const LoadedTree tree = GrownRuns(config.tree).value();
  EXPECT_EQ(PlanFilters(config, "monkey_general", tree).value().runs[3].spent_bits, 0U);
  config.workload.distribution = "target_level";
  config.workload.distribution_parameter = 2;
  config.filters.bits_per_key = 0.01;
  const FilterPlan plan = PlanFilters(config, "monkey_general", tree).value();
  EXPECT_GT(plan.runs[0].spent_bits, 0U);
  for (std::size_t j = 1; j < 4; ++j) EXPECT_EQ(plan.runs[j].spent_bits, 0U) << j;
}

// What is made for the mix costs the mix no more than what is made for zero-result lookups.
TEST(Predict, ExpectsNoMoreOfMonkeyGeneralThanOfMonkeyOnItsOwnMix) {
  for (const double f : {0.1, 0.5, 0.9, 1.0}) {
    for (const auto& [distribution, parameter] :
         std::vector<std::pair<std::string, double>>{{"uniform", 0},
                                                     {"zipf", 0.99},
                                                     {"temporality", 0.01},
                                                     {"temporality", 0.9},
                                                     {"target_level", 2},
                                                     {"target_level", 4}}) {
      ExperimentConfig config = WorkedExample("monkey_general");
      config.workload.existing_fraction = f;
      config.workload.distribution = distribution;
      config.workload.distribution_parameter = parameter;
      const double general = PredictionOf(config).wasted_ios.mean;
      config.filters.allocation = "monkey";
      EXPECT_LE(general, PredictionOf(config).wasted_ios.mean * (1 + 1e-3))
          << distribution << " " << parameter << " f " << f;
    }
  }
}

// 1/FP_uniform + 1/FP_monkey <= 6.25e-4 with FP = lookups x R; R of the worked example with integer
// k.
TEST(LookupCount, ReachesTheWantedPrecisionOnTheRatioWithNoLookupMore) {
  ExperimentConfig config = WorkedExample("monkey");
  const LoadedTree tree = GrownRuns(config.tree).value();
  const auto lookups = static_cast<double>(LookupCount(config, tree).value());
  const double wanted = (1 / 0.03277488826344967 + 1 / 0.011807657725874698) / 6.25e-4;
  EXPECT_NEAR(lookups, wanted, 0.002 * wanted);
  const double uniform = PredictionOf(WorkedExample("uniform")).wasted_ios.mean;
  const double monkey = PredictionOf(config).wasted_ios.mean;
  EXPECT_LE(1 / (lookups * uniform) + 1 / (lookups * monkey), 6.25e-4);
  EXPECT_GT(1 / ((lookups - 1) * uniform) + 1 / ((lookups - 1) * monkey), 6.25e-4);
}

TEST(LookupCount, IsTheSameForTheAllocationsThatAreCompared) {
  const LoadedTree tree = GrownRuns(WorkedExample("monkey").tree).value();
  EXPECT_EQ(LookupCount(WorkedExample("monkey"), tree).value(),
            LookupCount(WorkedExample("uniform"), tree).value());
}

TEST(LookupCount, IsAtLeast16384AndAtMost2To24AndTheConfigsOwnWhenGiven) {
  ExperimentConfig config = WorkedExample("monkey");
  const LoadedTree tree = GrownRuns(config.tree).value();
  config.filters.bits_per_key = 0;
  EXPECT_EQ(LookupCount(config, tree).value(), 16384U);
  config.filters.bits_per_key = 60;
  EXPECT_EQ(LookupCount(config, tree).value(), std::uint64_t{1} << 24);
  config.workload.lookups = 7;
  EXPECT_EQ(LookupCount(config, tree).value(), 7U);
}

}  // namespace
}  // namespace bitladder::experiments
