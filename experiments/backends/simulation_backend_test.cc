#include "experiments/backends/simulation_backend.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <vector>

#include "engine/io/memory_file_system.h"
#include "experiments/backends/engine_backend.h"
#include "experiments/backends/small_tree_for_test.h"
#include "experiments/predict/filter_planning.h"
#include "experiments/predict/grown_runs.h"
#include "experiments/predict/predict.h"
#include "experiments/result/comparison.h"

namespace bitladder::experiments {
namespace {

// Half-width, in standard errors, of an interval that a normal value leaves once in 10^7 trials.
constexpr double kSevenNines = 5.33;

FilterPlan PlanFor(const ExperimentConfig& config, const LoadedTree& tree) {
  return PlanFilters(config, config.filters.allocation, tree).value();
}

Observation ObserveOn(Backend& backend, const ExperimentConfig& config, int repetition = 0) {
  const Point point = PointOf(config, repetition);
  const auto dataset = backend.Load(point, "/data").value();
  return dataset->Observe(point, PlanFor(config, dataset->tree()), config.workload.lookups)
      ->value();
}

Observation Simulate(const ExperimentConfig& config, int repetition = 0) {
  SimulationBackend backend;
  return ObserveOn(backend, config, repetition);
}

ExperimentConfig SimulatedTree() {
  ExperimentConfig config = SmallTree();
  config.backend = "simulation";
  return config;
}

Prediction PredictionOf(const ExperimentConfig& config) {
  const LoadedTree tree = GrownRuns(config.tree).value();
  return Predict(config, tree, PlanFor(config, tree), config.workload.lookups).value();
}

TEST(SimulationBackend, HoldsTheRunsThatTheTheoryGrowsAndNoBytes) {
  for (const std::string loader : {"insert", "bulk"}) {
    ExperimentConfig config = SimulatedTree();
    config.tree.loader = loader;
    SimulationBackend backend;
    const auto dataset = backend.Load(PointOf(config), "").value();
    EXPECT_EQ(dataset->tree().runs, GrownRuns(config.tree).value().runs) << loader;
    EXPECT_EQ(dataset->tree().fingerprint, "");
  }
}

TEST(SimulationBackend, CountsAddUp) {
  ExperimentConfig config = SimulatedTree();
  config.workload.existing_fraction = 0.4;
  const Observation seen = Simulate(config);
  std::uint64_t wasted = 0, reads = 0, probes = 0, lookups = 0, in_histogram = 0;
  for (const ObservedRun& run : seen.runs) {
    wasted += run.false_positives;
    reads += run.block_reads;
    probes += run.filter_probes + run.true_positives;
  }
  for (std::size_t ios = 0; ios < seen.ios_per_lookup_histogram.size(); ++ios) {
    lookups += seen.ios_per_lookup_histogram[ios];
    in_histogram += ios * seen.ios_per_lookup_histogram[ios];
  }
  EXPECT_TRUE(seen.simulated);
  EXPECT_EQ(lookups, 2000U);
  EXPECT_EQ(in_histogram, seen.wasted_ios) << "the I/O that finds the key is not wasted";
  EXPECT_EQ(wasted, seen.wasted_ios);
  EXPECT_EQ(reads, seen.block_reads);
  EXPECT_EQ(seen.block_reads, seen.wasted_ios + seen.found);
  EXPECT_EQ(probes, seen.filter_probes);
  EXPECT_NEAR(static_cast<double>(seen.found), 800, kSevenNines * std::sqrt(2000 * 0.4 * 0.6));
}

// The store and the simulation share no code but the plan of the filters. Each count has the
// predicted variance, so their difference has twice that.
TEST(SimulationBackend, AgreesWithTheStoreRunByRunWithinChance) {
  for (const std::string order : {"random", "sequential"}) {
    for (const double existing : {0.0, 0.5, 1.0}) {
      SCOPED_TRACE(order + " " + std::to_string(existing));
      ExperimentConfig config = SmallTree();
      config.tree.load_order = order;
      config.workload.existing_fraction = existing;
      config.workload.lookups = 4000;
      engine::MemoryFileSystem files;
      EngineBackend store(files);
      const Observation real = ObserveOn(store, config);
      const Observation drawn = Simulate(config);
      const double sd = std::sqrt(2 * PredictionOf(config).wasted_ios.Total(4000).variance);
      EXPECT_NEAR(static_cast<double>(drawn.wasted_ios), static_cast<double>(real.wasted_ios),
                  kSevenNines * sd + 1e-9);
      ASSERT_EQ(drawn.runs.size(), real.runs.size());
      for (std::size_t j = 0; j < real.runs.size(); ++j) {
        EXPECT_EQ(drawn.runs[j].filter_bits, real.runs[j].filter_bits) << j;
        // Of two counts of 4000 lookups each with variance at most 1000.
        EXPECT_NEAR(static_cast<double>(drawn.runs[j].filter_probes),
                    static_cast<double>(real.runs[j].filter_probes),
                    existing == 0 ? 0 : kSevenNines * std::sqrt(2000.0))
            << j;
        EXPECT_NEAR(static_cast<double>(drawn.runs[j].fence_rejections),
                    static_cast<double>(real.runs[j].fence_rejections),
                    order == "random" && existing == 0 ? 0 : kSevenNines * std::sqrt(2000.0))
            << j;
      }
    }
  }
}

// Seeds of data and lookups differ in each of 400 experiments. The interval holds at least 95 % of
// them (counts are whole), short of it by at most 5.33 standard errors.
TEST(SimulationBackend, PredictedIntervalHoldsNineteenOfTwentyExperiments) {
  for (const std::string allocation : {"uniform", "monkey"}) {
    ExperimentConfig config = SimulatedTree();
    config.filters.allocation = allocation;
    const Prediction predicted = PredictionOf(config);
    int inside = 0;
    for (std::uint64_t seed = 1; seed <= 400; ++seed) {
      config.seed_data = seed;
      config.seed_lookups = seed;
      inside += Compare(predicted, Simulate(config)).within_pi95;
    }
    EXPECT_GE(inside, 380 - kSevenNines * std::sqrt(400 * 0.95 * 0.05)) << allocation;
    EXPECT_LT(inside, 400) << allocation << ": an interval that nothing leaves is too wide";
  }
}

TEST(SimulationBackend, SeedOfDataFixesTheFiltersAndSeedOfLookupsTheLookups) {
  const ExperimentConfig config = SimulatedTree();
  const Observation first = Simulate(config);
  const auto rates = [](const Observation& seen) {
    std::vector<double> all;
    for (const ObservedRun& run : seen.runs) all.push_back(run.fpr_from_filter.value_or(-1));
    return all;
  };
  EXPECT_EQ(Simulate(config).wasted_ios, first.wasted_ios);
  const Observation repeated = Simulate(config, 1);
  EXPECT_EQ(rates(repeated), rates(first));
  EXPECT_NE(repeated.ios_per_lookup_histogram, first.ios_per_lookup_histogram);

  ExperimentConfig changed = config;
  changed.seed_lookups = 2;
  EXPECT_EQ(rates(Simulate(changed)), rates(first));
  EXPECT_NE(Simulate(changed).ios_per_lookup_histogram, first.ios_per_lookup_histogram);
  changed = config;
  changed.seed_data = 2;
  EXPECT_NE(rates(Simulate(changed)), rates(first));
}

// 4000 lookups give the count of a run of mass m a standard deviation of sqrt(4000 m (1-m)).
TEST(SimulationBackend, FindsExistingKeysWhereTheirDistributionPutsThem) {
  ExperimentConfig config = SimulatedTree();
  config.workload.existing_fraction = 1;
  config.workload.lookups = 4000;
  config.workload.distribution = "target_level";
  config.workload.distribution_parameter = 2;
  const Observation one_level = Simulate(config);
  EXPECT_EQ(one_level.runs[1].true_positives, 4000U);
  EXPECT_EQ(one_level.runs[2].filter_probes, 0U);
  // The newest 1 % of the entries are a part of the smallest run and get 99 % of the lookups; the
  // rest of that run holds (1/31 - 0.01)/0.99 of the other entries.
  config.workload.distribution = "temporality";
  config.workload.distribution_parameter = 0.01;
  const double mass = 0.99 + 0.01 * (1.0 / 31 - 0.01) / 0.99;
  EXPECT_NEAR(static_cast<double>(Simulate(config).runs[0].true_positives), 4000 * mass,
              kSevenNines * std::sqrt(4000 * mass * (1 - mass)));
}

TEST(SimulationBackend, AuditProbesTheDrawnFiltersAlone) {
  ExperimentConfig config = SimulatedTree();
  config.workload.existing_fraction = 1;
  config.workload.filter_audit_probes = 100'000;
  const Observation seen = Simulate(config);
  for (const ObservedRun& run : seen.runs) {
    const double p = run.fpr_from_filter.value();
    EXPECT_EQ(run.audit_probes, 100'000U);
    EXPECT_NEAR(static_cast<double>(run.audit_false_positives), 1e5 * p,
                kSevenNines * std::sqrt(1e5 * p * (1 - p)));
  }
}

TEST(SimulationBackend, AnswersForTreesThatNoDiskHolds) {
  ExperimentConfig config = SimulatedTree();
  config.tree.entries = 10'000'000'000'000;
  config.tree.value_bytes = 992;
  config.tree.buffer_bytes = 1 << 20;
  config.tree.size_ratio = 10;
  config.tree.merge_policy = "tiering";
  config.workload.existing_fraction = 0.5;
  config.workload.lookups = 100'000;
  const Observation seen = Simulate(config);
  const CountMoments expected = PredictionOf(config).wasted_ios.Total(100'000);
  EXPECT_NEAR(static_cast<double>(seen.wasted_ios), expected.certain + expected.mean,
              kSevenNines * std::sqrt(expected.variance));
}

}  // namespace
}  // namespace bitladder::experiments
