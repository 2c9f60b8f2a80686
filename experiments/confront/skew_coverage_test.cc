// Do intervals hold under skew, where lookups repeat keys and false positives with them?
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <string>

#include "engine/io/memory_file_system.h"
#include "experiments/backends/engine_backend.h"
#include "experiments/backends/small_tree_for_test.h"
#include "experiments/predict/filter_planning.h"
#include "experiments/predict/predict.h"
#include "experiments/result/comparison.h"

namespace bitladder::experiments {
namespace {

constexpr int kSeeds = 256;

// Each seed has its own keys, filters and favourites; by turns absent, mixed and existing ones.
ExperimentConfig ConfigFor(int seed) {
  ExperimentConfig config = SmallTree();
  config.seed_data = static_cast<std::uint64_t>(seed);
  config.seed_lookups = static_cast<std::uint64_t>(seed);
  config.tree.value_bytes = 0;
  config.tree.buffer_bytes = 128 * 32;
  config.tree.entries = 15 * 128;
  config.tree.loader = "bulk";
  static constexpr std::array kShares = {0.0, 0.0, 0.5, 1.0};
  static constexpr std::array kBits = {1.0, 2.0, 3.5, 5.0};
  config.workload.existing_fraction = kShares[static_cast<std::size_t>(seed) % kShares.size()];
  config.filters.bits_per_key = kBits[static_cast<std::size_t>(seed / 4) % kBits.size()];
  config.filters.allocation = seed / 16 % 2 == 0 ? "uniform" : "monkey";
  config.workload.distribution = "zipf";
  config.workload.distribution_parameter = seed / 32 % 2 == 0 ? 0.5 : 0.99;
  config.workload.lookups = 4000;
  return config;
}

Comparison ComparisonFor(const ExperimentConfig& config) {
  engine::MemoryFileSystem file_system;
  EngineBackend backend(file_system);
  const auto dataset = backend.Load(PointOf(config), "/data").value();
  const LoadedTree& tree = dataset->tree();
  const FilterPlan filters = PlanFilters(config, config.filters.allocation, tree).value();
  const Prediction prediction = Predict(config, tree, filters, config.workload.lookups).value();
  const Observation seen =
      dataset->Observe(PointOf(config), filters, config.workload.lookups).value().value();
  return Compare(prediction, seen);
}

// If the variance is right, z^2 has mean 1 whatever the shape of the distribution; with a fourth
// moment of at most 5 (a normal one's is 3, one of Zipf's few favourites' is larger) the mean of
// 256 has a standard deviation of 0.125, and 0.5..1.5 is missed once in 10^4 choices of seeds.
//
// The interval takes two moments for the whole distribution. A simulation of weighted sums of
// independent outcomes, by another program, puts 93..99 % of the counts inside for these exponents
// and rates: of 400 with a standard deviation of 1.3 % at least 88.8 %, but for 1 choice of seeds
// in 1000. Without the repeated keys' part 55 % are inside, and the mean of z^2 is 19.
TEST(PredictionInterval, HoldsUnderSkewWhereFalsePositivesRepeat) {
  int inside = 0;
  double squares = 0;
  for (int seed = 0; seed < kSeeds; ++seed) {
    const Comparison comparison = ComparisonFor(ConfigFor(seed));
    inside += comparison.within_pi95;
    squares += *comparison.z_score * *comparison.z_score;
  }
  RecordProperty("inside", inside);
  RecordProperty("mean_square_z", std::to_string(squares / kSeeds));
  EXPECT_GE(inside, 0.88 * kSeeds);
  EXPECT_NEAR(squares / kSeeds, 1, 0.5);
}

}  // namespace
}  // namespace bitladder::experiments
