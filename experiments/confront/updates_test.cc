// Lookups and updates on a store that grows under them, against the theory of its growth.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <string>

#include "engine/io/memory_file_system.h"
#include "experiments/backends/engine_backend.h"
#include "experiments/backends/small_tree_for_test.h"
#include "experiments/predict/filter_planning.h"
#include "experiments/predict/growing_tree.h"
#include "experiments/predict/predict.h"
#include "experiments/result/comparison.h"
#include "experiments/run/point_runner.h"

namespace bitladder::experiments {
namespace {

ExperimentConfig ConfigFor(int seed) {
  ExperimentConfig config = SmallTree();
  config.seed_data = static_cast<std::uint64_t>(seed);
  config.seed_lookups = static_cast<std::uint64_t>(seed);
  config.tree.entries = 15 * 64 + (seed % 3 == 0 ? 0 : 17);
  config.tree.size_ratio = seed % 2 == 0 ? 2 : 4;
  config.tree.loader = seed % 5 < 2 ? "bulk" : "insert";
  if (seed % 4 == 1) config.tree.merge_policy = "tiering";
  config.filters.bits_per_key = 1 + seed % 8;
  config.filters.allocation = seed / 2 % 2 == 0 ? "uniform" : "monkey";
  config.filters.assigned = seed / 4 % 2 == 0 ? "after_load" : "at_creation";
  config.workload.existing_fraction = seed % 3 * 0.25;
  config.workload.updates_fraction = 0.3;
  config.workload.lookups = 4000;
  return config;
}

// Every flush, merge and copy of 120 phases is as theory says, exactly; lookups lie in their 95 %
// interval. It covers at least 95 %, so fewer than 106 of 120 inside (3.3 standard deviations below
// 114) happens to a right program once in a thousand choices of seeds; the seeds are fixed.
TEST(Updates, GrowTheTreeAndWasteReadsAsTheoryPredicts) {
  int inside = 0;
  for (int seed = 0; seed < 120; ++seed) {
    const Point point = PointOf(ConfigFor(seed));
    engine::MemoryFileSystem file_system;
    EngineBackend backend(file_system);
    const auto dataset = backend.Load(point, "/data").value();
    const Outcome outcome = RunPoint(point, *dataset);
    ASSERT_EQ(outcome.error, "") << seed;
    const PredictedUpdates& predicted = *outcome.prediction->updates;
    const ObservedUpdates& measured = *outcome.observation->updates;
    ASSERT_GE(measured.flushes, 20u);
    EXPECT_EQ(measured.count, predicted.count);
    EXPECT_EQ(measured.flushes, predicted.flushes) << seed;
    EXPECT_EQ(measured.merges, predicted.merges) << seed;
    EXPECT_EQ(measured.entries_written, predicted.entries_written) << seed;
    const Comparison compared = Compare(*outcome.prediction, *outcome.observation);
    EXPECT_EQ(*compared.copies_ratio, 1.0);
    inside += compared.within_pi95;
  }
  EXPECT_GE(inside, 106);
}

// What one point changes, the next does not see.
TEST(Updates, LeaveTheDatasetAsItWasLoaded) {
  ExperimentConfig config = ConfigFor(7);
  engine::MemoryFileSystem file_system;
  EngineBackend backend(file_system);
  const auto dataset = backend.Load(PointOf(config), "/data").value();
  const Outcome first = RunPoint(PointOf(config), *dataset);
  const Outcome again = RunPoint(PointOf(config), *dataset);
  ASSERT_EQ(first.error, "");
  EXPECT_EQ(again.observation->ios_per_lookup_histogram,
            first.observation->ios_per_lookup_histogram);
  EXPECT_EQ(again.observation->updates->bytes_written, first.observation->updates->bytes_written);
  config.workload.updates_fraction = 0;
  const Outcome frozen = RunPoint(PointOf(config), *dataset);
  ASSERT_EQ(frozen.error, "");
  EXPECT_FALSE(frozen.observation->updates.has_value());
}

TEST(Updates, FailAPointWhoseTreeGrowsInAnotherWay) {
  const ExperimentConfig config = ConfigFor(7);
  engine::MemoryFileSystem file_system;
  EngineBackend backend(file_system);
  const auto dataset = backend.Load(PointOf(config), "/data").value();
  FilterPlan plan = PlanFilters(config, config.filters.allocation, dataset->tree()).value();
  ASSERT_TRUE(AddFlushes(config, 4000, &plan).has_value());
  plan.flushes[3].entries += 1;
  const auto seen = dataset->Observe(PointOf(config), plan, 4000);
  ASSERT_FALSE(seen.has_value());
  EXPECT_THAT(seen.error().message, ::testing::HasSubstr("which theory did not expect"));
}

TEST(Updates, TimeEachUpdateWhereTheConfigAsksForTimes) {
  ExperimentConfig config = ConfigFor(7);
  config.workload.timing = "per_lookup";
  engine::MemoryFileSystem file_system;
  EngineBackend backend(file_system);
  const auto dataset = backend.Load(PointOf(config), "/data").value();
  const Outcome outcome = RunPoint(PointOf(config), *dataset);
  ASSERT_EQ(outcome.error, "");
  EXPECT_EQ(outcome.observation->updates->latency->count, outcome.observation->updates->count);
  EXPECT_EQ(outcome.observation->latency->count, 4000u);
}

}  // namespace
}  // namespace bitladder::experiments
