// What lookups and their counts promise, on a loaded store.
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "engine/io/memory_file_system.h"
#include "engine/store/store.h"
#include "engine/table/format.h"
#include "experiments/backends/engine_loader.h"
#include "experiments/backends/engine_options.h"
#include "experiments/backends/popularity_of.h"
#include "experiments/backends/small_tree_for_test.h"
#include "experiments/predict/grown_runs.h"

namespace bitladder::experiments {
namespace {

class TrustworthyLookupsTest : public ::testing::Test {
 protected:
  std::unique_ptr<engine::Store> Load(engine::StoreOptions options) {
    auto store = engine::Store::Open(options, "/store").value();
    EXPECT_TRUE(LoadStore(config_, *store).has_value());
    return store;
  }

  ExperimentConfig config_ = SmallTree();
  engine::MemoryFileSystem file_system_;
};

// Against a scan of the store, not against the key space that made the keys.
TEST_F(TrustworthyLookupsTest, AbsentKeysAreInNoRunAndInsideEveryRunsRange) {
  const auto store = Load(OptionsForLoading(config_, file_system_));
  std::set<std::string> present;
  const auto scan = store->NewScan();
  for (scan->SeekToFirst(); scan->Valid(); scan->Next()) present.emplace(scan->key());
  ASSERT_EQ(present.size(), config_.tree.entries);

  const KeySpace keys = KeySpaceOf(config_);
  std::vector<PlaceRange> ranges;
  for (const engine::RunInfo& run : store->runs()) {
    ranges.push_back({PlaceOfKey(engine::UserKey(run.table.smallest)),
                      PlaceOfKey(engine::UserKey(run.table.largest))});
  }
  for (const std::string distribution : {"uniform", "zipf"}) {
    config_.workload.distribution = distribution;
    config_.workload.distribution_parameter = 0.5;
    const LoadedTree tree = GrownRuns(config_.tree).value();
    LookupStream stream(keys, {config_.tree.entries, 0, PopularityOf(config_, "point", tree)},
                        AbsentDomain(LoadOrder::kRandom, ranges).value(),
                        RandomStream(1, "lookups"));
    std::string key;
    for (int i = 0; i < 5000; ++i) {
      keys.WriteKey(stream.Next().place, &key);
      EXPECT_FALSE(present.contains(key));
      for (const engine::RunInfo& run : store->runs()) {
        EXPECT_LT(engine::UserKey(run.table.smallest), key);
        EXPECT_GT(engine::UserKey(run.table.largest), key);
      }
    }
  }
}

// Uniform lookups of 1984 entries meet the entry loaded at the same turn by chance once on average
// (a Poisson count reaches 10 once in 10^7); one stream for both would meet it always.
TEST_F(TrustworthyLookupsTest, LookupsDrawFromAnotherStreamThanTheLoad) {
  const KeySpace keys = KeySpaceOf(config_);
  for (const auto seed : {config_.seed_data, config_.seed_data + 1}) {
    LookupStream stream(keys, {config_.tree.entries, 1}, {}, RandomStream(seed, "lookups"));
    int same = 0;
    for (std::uint64_t i = 0; i < config_.tree.entries; ++i) {
      same += stream.Next().place == keys.PresentPlace(i);
    }
    EXPECT_LT(same, 10);
  }
}

// A table with a filter is longer than the same table without one by the filter's bytes; its
// payload is what was asked for, its memory that and the reader's own.
TEST_F(TrustworthyLookupsTest, FilterBytesAreWhatTheFilesHold) {
  engine::StoreOptions options = OptionsForLoading(config_, file_system_);
  std::vector<std::uint64_t> bare;
  for (const engine::RunInfo& run : Load(options)->runs()) bare.push_back(run.table.file_bytes);

  engine::MemoryFileSystem with_filters;
  options.file_system = &with_filters;
  options.filter_at_creation = [](const auto&...) {
    return engine::FilterSpec{engine::FilterKind::kBloom, 10 * 1024};
  };
  const auto store = Load(options);
  const std::vector<engine::RunInfo> runs = store->runs();
  ASSERT_EQ(runs.size(), bare.size());
  for (std::size_t j = 0; j < runs.size(); ++j) {
    EXPECT_EQ(runs[j].filter_file_bytes, runs[j].table.filter_block_bytes);
    // Beside the filter the file gains its trailer (5 bytes) and its line in the metaindex, whose
    // name and handle take less than 64.
    const std::uint64_t gained = runs[j].table.file_bytes - bare[j];
    EXPECT_GE(gained, runs[j].filter_file_bytes + 5);
    EXPECT_LE(gained, runs[j].filter_file_bytes + 5 + 64);
    EXPECT_EQ(runs[j].filter_bits, 10 * runs[j].table.distinct_keys / 8 * 8);
    EXPECT_GE(runs[j].filter_file_bytes * 8, runs[j].filter_bits);
    EXPECT_GE(runs[j].filter_resident_bytes, runs[j].filter_file_bytes);
  }
}

}  // namespace
}  // namespace bitladder::experiments
