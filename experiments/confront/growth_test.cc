// The merge rule, written once in theory as base-T digits and once in the store as merges.
#include <fmt/core.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "engine/io/memory_file_system.h"
#include "engine/store/store.h"
#include "experiments/backends/engine_backend.h"
#include "experiments/backends/small_tree_for_test.h"
#include "experiments/predict/grown_runs.h"
#include "experiments/workload/key_space.h"
#include "sim/tree/tree_growth.h"

namespace bitladder::experiments {
namespace {

struct Shape {
  int size_ratio;
  int inner_runs;
  int last_runs;
};

std::string ShapeName(const ::testing::TestParamInfo<Shape>& shape) {
  return fmt::format("T{}K{}Z{}", shape.param.size_ratio, shape.param.inner_runs,
                     shape.param.last_runs);
}

class TreeGrowth : public ::testing::TestWithParam<Shape> {};

std::vector<LoadedRun> RunsOf(const engine::Store& store) {
  std::vector<LoadedRun> runs;
  for (const engine::RunInfo& run : store.runs()) {
    runs.push_back({run.level, run.run, run.table.distinct_keys});
  }
  return runs;
}

std::vector<LoadedRun> RunsOf(const sim::TreeShape& shape) {
  std::vector<LoadedRun> runs;
  for (const sim::Run& run : shape.runs) {
    runs.push_back({run.level, run.run, static_cast<std::uint64_t>(run.entries)});
  }
  return runs;
}

// After every one of 5000 flushes of 4 entries: levels, runs, sizes, and all copies that merges
// made.
TEST_P(TreeGrowth, IsTheSameInTheoryAndInTheStoreAfterEveryFlush) {
  constexpr std::uint64_t kBufferEntries = 4;
  const auto [size_ratio, inner_runs, last_runs] = GetParam();
  engine::MemoryFileSystem file_system;
  engine::StoreOptions options;
  options.file_system = &file_system;
  options.size_ratio = size_ratio;
  options.merge_policy = {inner_runs, last_runs};
  options.buffer_bytes = kBufferEntries * (8 + 16);
  const auto store = engine::Store::Open(options, "/store").value();
  const KeySpace keys({.seed = 1, .key_bytes = 8, .value_bytes = 0});
  std::string key;
  for (std::uint64_t flush = 1; flush <= 5000; ++flush) {
    for (std::uint64_t i = 0; i < kBufferEntries; ++i) {
      keys.WriteKey(keys.PresentPlace((flush - 1) * kBufferEntries + i), &key);
      ASSERT_TRUE(store->Put(key, "").has_value());
    }
    ASSERT_TRUE(store->Flush().has_value());
    const sim::TreeGrowth growth =
        sim::GrowTree(flush * kBufferEntries, kBufferEntries, size_ratio, {inner_runs, last_runs})
            .value();
    ASSERT_EQ(RunsOf(*store), RunsOf(growth.shape)) << "after " << flush << " flushes";
    ASSERT_EQ(store->statistics().entries_written, growth.total_entries_written())
        << "after " << flush << " flushes";
  }
}

INSTANTIATE_TEST_SUITE_P(MergePolicies, TreeGrowth,
                         ::testing::Values(Shape{2, 1, 1}, Shape{3, 1, 1}, Shape{3, 2, 2},
                                           Shape{3, 2, 1}, Shape{4, 1, 1}, Shape{4, 3, 3},
                                           Shape{4, 3, 1}, Shape{4, 2, 1}, Shape{5, 2, 3},
                                           Shape{7, 3, 2}, Shape{10, 1, 1}, Shape{10, 9, 1}),
                         ShapeName);

// Entries that do not fill the last buffer, loaded the way experiments load them.
TEST(LoadedTree, IsTheGrownTreeForAnyNumberOfEntriesAndEitherLoader) {
  for (const std::string policy : {"leveling", "tiering", "lazy_leveling"}) {
    for (const std::string loader : {"insert", "bulk"}) {
      for (const std::uint64_t entries : {1, 63, 64, 65, 128, 191, 640, 1000, 1023, 1024, 1777}) {
        ExperimentConfig config = SmallTree();
        config.tree.merge_policy = policy;
        config.tree.loader = loader;
        config.tree.size_ratio = 3;
        config.tree.entries = entries;
        engine::MemoryFileSystem file_system;
        EngineBackend backend(file_system);
        const auto dataset = backend.Load(PointOf(config), "/data");
        ASSERT_TRUE(dataset.has_value()) << dataset.error().message;
        EXPECT_EQ((*dataset)->tree().runs, GrownRuns(config.tree).value().runs)
            << policy << " " << loader << " " << entries;
      }
    }
  }
}

}  // namespace
}  // namespace bitladder::experiments
