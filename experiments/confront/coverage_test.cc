// Is a 95 % interval one? A thousand trees, each with its own keys, filters and lookups.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <map>
#include <string>

#include "engine/io/memory_file_system.h"
#include "experiments/backends/engine_backend.h"
#include "experiments/backends/small_tree_for_test.h"
#include "experiments/predict/filter_planning.h"
#include "experiments/predict/predict.h"
#include "experiments/result/comparison.h"

namespace bitladder::experiments {
namespace {

constexpr int kSeeds = 1000;
constexpr double kExpectedCount = 500;  // wasted I/Os; at least 400 are asked for

// Seed by seed another merge policy, loader, allocation and number of bits.
ExperimentConfig ConfigFor(int seed) {
  ExperimentConfig config = SmallTree();
  config.seed_data = static_cast<std::uint64_t>(seed);
  config.seed_lookups = static_cast<std::uint64_t>(seed);
  config.tree.value_bytes = 0;
  config.tree.buffer_bytes = 128 * 32;
  config.tree.entries = 15 * 128;
  config.tree.loader = seed % 2 == 0 ? "insert" : "bulk";
  if (seed % 4 < 2) config.tree.size_ratio = 4;
  if (seed % 8 < 2) config.tree.merge_policy = "tiering";
  static constexpr std::array kBits = {1.0, 2.0, 3.5, 5.0, 8.0, 10.0};
  config.filters.bits_per_key = kBits[static_cast<std::size_t>(seed / 8) % kBits.size()];
  config.filters.allocation = seed / 48 % 2 == 0 ? "uniform" : "monkey";
  return config;
}

bool IsInside(const ExperimentConfig& base) {
  engine::MemoryFileSystem file_system;
  EngineBackend backend(file_system);
  const auto dataset = backend.Load(PointOf(base), "/data").value();
  const LoadedTree& tree = dataset->tree();
  const FilterPlan filters = PlanFilters(base, base.filters.allocation, tree).value();
  const double rate = Predict(base, tree, filters, 1).value().wasted_ios.mean;
  const auto lookups = static_cast<std::uint64_t>(std::ceil(kExpectedCount / rate));
  const Prediction prediction = Predict(base, tree, filters, lookups).value();
  const Observation seen = dataset->Observe(PointOf(base), filters, lookups).value().value();
  return Compare(prediction, seen).within_pi95;
}

// The interval leaves at most 2.5 % on either side and, counts being whole numbers of 500 or so, at
// least 2 %: the share expected inside is 95..96 %. Its standard deviation over 1000 trees is 0.7
// %, so a right program misses 93..97 % for 1 choice of seeds in 100; the seeds are fixed.
// Intervals without the filters' own randomness cover 90 % here, without the lookups' 63 %, and
// around a rate that is 3 % too high 88 %.
TEST(PredictionInterval, HoldsTheMeasuredCountAsOftenAsItSays) {
  std::map<std::string, std::pair<int, int>> by_kind;  // inside, all
  int inside = 0;
  for (int seed = 0; seed < kSeeds; ++seed) {
    const ExperimentConfig config = ConfigFor(seed);
    const bool is_inside = IsInside(config);
    inside += is_inside;
    for (const std::string& kind :
         {config.filters.allocation, config.tree.merge_policy, config.tree.loader}) {
      by_kind[kind].first += is_inside;
      ++by_kind[kind].second;
    }
  }
  for (const auto& [kind, counts] : by_kind) {
    RecordProperty(kind, std::to_string(counts.first) + " of " + std::to_string(counts.second));
    // 5 standard deviations of the smallest group.
    EXPECT_GT(counts.first, counts.second * (0.95 - 5 * std::sqrt(0.0475 / counts.second))) << kind;
  }
  EXPECT_GE(inside, 930);
  EXPECT_LE(inside, 970);
}

}  // namespace
}  // namespace bitladder::experiments
