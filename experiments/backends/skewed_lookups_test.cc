// Lookups that favour some keys: what is measured against what is predicted.
#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "engine/io/memory_file_system.h"
#include "experiments/backends/engine_backend.h"
#include "experiments/backends/popularity_of.h"
#include "experiments/backends/small_tree_for_test.h"
#include "experiments/predict/filter_planning.h"
#include "experiments/predict/lookup_classes.h"
#include "experiments/predict/predict.h"

namespace bitladder::experiments {
namespace {

class SkewedLookupsTest : public ::testing::Test {
 protected:
  Dataset& Load(const ExperimentConfig& config) {
    auto dataset = backend_.Load(PointOf(config), "/data" + std::to_string(datasets_.size()));
    EXPECT_TRUE(dataset.has_value()) << dataset.error().message;
    datasets_.push_back(*std::move(dataset));
    return *datasets_.back();
  }

  static FilterPlan PlanFor(const ExperimentConfig& config, const LoadedTree& tree) {
    return PlanFilters(config, config.filters.allocation, tree).value();
  }

  static Observation Observe(Dataset& dataset, const ExperimentConfig& config) {
    auto seen =
        dataset.Observe(PointOf(config), PlanFor(config, dataset.tree()), config.workload.lookups);
    EXPECT_TRUE(seen.has_value()) << seen.error().message;
    return seen->value();
  }

  // Count and prediction differ by less than 6 standard deviations of the prediction.
  static void ExpectPredicted(Dataset& dataset, const ExperimentConfig& config) {
    const FilterPlan plan = PlanFor(config, dataset.tree());
    const Prediction predicted =
        Predict(config, dataset.tree(), plan, config.workload.lookups).value();
    const Observation seen = Observe(dataset, config);
    const CountMoments moments = predicted.wasted_ios.Total(config.workload.lookups);
    EXPECT_NEAR(static_cast<double>(seen.wasted_ios), moments.certain + moments.mean,
                6 * std::sqrt(moments.variance))
        << config.workload.distribution << " " << config.workload.distribution_parameter << " f "
        << config.workload.existing_fraction;
  }

  engine::MemoryFileSystem file_system_;
  EngineBackend backend_{file_system_};
  std::vector<std::unique_ptr<Dataset>> datasets_;
};

ExperimentConfig SkewedTree(const std::string& distribution, double parameter,
                            double existing_fraction) {
  ExperimentConfig config = SmallTree();
  config.workload.distribution = distribution;
  config.workload.distribution_parameter = parameter;
  config.workload.existing_fraction = existing_fraction;
  config.workload.lookups = 4000;
  return config;
}

// The run that serves a lookup for an existing key is the one whose mass says so: 4000 lookups give
// each run's count a standard deviation of sqrt(4000 m (1-m)).
TEST_F(SkewedLookupsTest, FindExistingKeysInTheRunsThatTheirDistributionNames) {
  Dataset& dataset = Load(SmallTree());
  const std::vector<std::pair<std::string, double>> distributions = {
      {"uniform", 0},       {"zipf", 0.5},        {"zipf", 0.99},      {"zipf", 2},
      {"temporality", 0.1}, {"temporality", 0.7}, {"target_level", 1}, {"target_level", 4}};
  for (const auto& [distribution, parameter] : distributions) {
    const ExperimentConfig config = SkewedTree(distribution, parameter, 1);
    const LookupClasses classes = ClassifyLookups(config, dataset.tree());
    const Observation seen = Observe(dataset, config);
    for (std::size_t j = 0; j < seen.runs.size(); ++j) {
      const double mass = classes.existing[j].probability;
      EXPECT_NEAR(static_cast<double>(seen.runs[j].true_positives), 4000 * mass,
                  6 * std::sqrt(4000 * mass * (1 - mass)))
          << distribution << " " << parameter << " run " << j;
    }
  }
}

TEST_F(SkewedLookupsTest, WasteAsManyIosAsPredicted) {
  ExperimentConfig tiered = SmallTree();
  tiered.tree.size_ratio = 4;
  tiered.tree.merge_policy = "tiering";
  tiered.tree.entries = 15 * 64;
  tiered.tree.loader = "bulk";
  for (const ExperimentConfig& base : {SmallTree(), tiered}) {
    Dataset& dataset = Load(base);
    for (const double f : {0.3, 1.0}) {
      for (const auto& [distribution, parameter] :
           std::vector<std::pair<std::string, double>>{{"uniform", 0},
                                                       {"zipf", 0.99},
                                                       {"zipf", 0.5},
                                                       {"temporality", 0.1},
                                                       {"target_level", 2}}) {
        for (const double bits : {1.0, 5.0}) {
          ExperimentConfig config = SkewedTree(distribution, parameter, f);
          config.tree = base.tree;
          config.filters.bits_per_key = bits;
          ExpectPredicted(dataset, config);
        }
      }
    }
    ExperimentConfig absent = SkewedTree("zipf", 0.99, 0);
    absent.tree = base.tree;
    ExpectPredicted(dataset, absent);
  }
}

// T18 figures 12E/F and 13A/B: existing keys under the allocation that is made for them.
TEST_F(SkewedLookupsTest, WasteAsManyIosAsPredictedUnderMonkeyGeneralAndFewerThanUnderMonkey) {
  Dataset& dataset = Load(SmallTree());
  for (const auto& [distribution, parameter] : std::vector<std::pair<std::string, double>>{
           {"uniform", 0}, {"temporality", 0.1}, {"target_level", 3}, {"target_level", 5}}) {
    for (const double f : {0.5, 1.0}) {
      ExperimentConfig config = SkewedTree(distribution, parameter, f);
      config.workload.lookups = 20'000;
      config.filters.allocation = "monkey_general";
      ExpectPredicted(dataset, config);
      const std::uint64_t general = Observe(dataset, config).wasted_ios;
      config.filters.allocation = "monkey";
      const double monkey = static_cast<double>(Observe(dataset, config).wasted_ios);
      // Six standard deviations of the difference of two Poisson counts.
      EXPECT_LE(static_cast<double>(general), monkey + 6 * std::sqrt(2 * monkey))
          << distribution << " " << parameter << " f " << f;
    }
  }
}

TEST_F(SkewedLookupsTest, RepeatTheirCountsAndAskTheSameFavouritesInEveryRepetition) {
  Dataset& dataset = Load(SmallTree());
  const ExperimentConfig config = SkewedTree("zipf", 0.99, 0.5);
  EXPECT_EQ(Observe(dataset, config).ios_per_lookup_histogram,
            Observe(dataset, config).ios_per_lookup_histogram);
  const Popularity one = PopularityOf(config, "one", dataset.tree());
  const Popularity two = PopularityOf(config, "two", dataset.tree());
  EXPECT_EQ(one.entry_seed, two.entry_seed) << "points of a sweep favour the same entries";
  EXPECT_NE(one.absent_seed, two.absent_seed) << "and absent keys of their own";
}

}  // namespace
}  // namespace bitladder::experiments
