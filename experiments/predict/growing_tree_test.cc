#include "experiments/predict/growing_tree.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "experiments/predict/filter_planning.h"
#include "experiments/predict/growing_cost.h"
#include "experiments/predict/grown_runs.h"
#include "experiments/predict/predict.h"

namespace bitladder::experiments {
namespace {

using ::testing::ElementsAre;

// Buffers of 16 entries of 32 bytes at T = 2.
ExperimentConfig SmallConfig(std::uint64_t entries) {
  ExperimentConfig config;
  config.tree.entries = entries;
  config.tree.key_bytes = 8;
  config.tree.value_bytes = 8;
  config.tree.buffer_bytes = 16 * 32;
  config.tree.size_ratio = 2;
  config.filters.allocation = "uniform";
  config.filters.bits_per_key = 10;
  return config;
}

std::vector<TreeState> StatesOf(std::uint64_t entries, const OperationMix& mix) {
  return GrowUnderLookups(SmallConfig(entries).tree, mix).value();
}

// An update for each lookup. The 17th update finds the buffer full and flushes it, so lookups
// 0..16, which come before it, meet the loaded tree.
TEST(GrowUnderLookups, CutsThePhaseAtTheUpdatesThatFlush) {
  const std::vector<TreeState> states = StatesOf(16, {40, 0, 40});
  ASSERT_EQ(states.size(), 3u);
  EXPECT_THAT(states[0].tree.runs, ElementsAre(LoadedRun{1, 1, 16}));
  EXPECT_THAT(states[1].tree.runs, ElementsAre(LoadedRun{2, 1, 32}));
  EXPECT_THAT(states[2].tree.runs, ElementsAre(LoadedRun{1, 1, 16}, LoadedRun{2, 1, 32}));
  EXPECT_EQ(states[0].lookups, 17u);
  EXPECT_EQ(states[1].lookups, 16u);
  EXPECT_EQ(states[2].lookups, 7u);
}

TEST(GrowUnderLookups, LeavesTheTreeAloneWhereTheBufferHoldsAllUpdates) {
  EXPECT_EQ(StatesOf(16, {40, 0, 16}).size(), 1u);
  EXPECT_EQ(StatesOf(16, {40, 0, 17}).size(), 2u);
  EXPECT_EQ(StatesOf(16, {40, 0, 0}).size(), 1u);
}

// 3 flushes, the last of 5 entries: level 1 holds those 5, and the fourth flush takes everything to
// level 3.
TEST(GrowUnderLookups, KeepsAPartialFlushWhereItIsMergedTo) {
  const std::vector<TreeState> states = StatesOf(2 * 16 + 5, {100, 0, 60});
  ASSERT_EQ(states.size(), 4u);
  EXPECT_THAT(states[0].tree.runs, ElementsAre(LoadedRun{1, 1, 5}, LoadedRun{2, 1, 32}));
  EXPECT_THAT(states[1].tree.runs, ElementsAre(LoadedRun{3, 1, 53}));
  EXPECT_THAT(states[2].tree.runs, ElementsAre(LoadedRun{1, 1, 16}, LoadedRun{3, 1, 53}));
  EXPECT_THAT(states[3].tree.runs, ElementsAre(LoadedRun{2, 1, 32}, LoadedRun{3, 1, 53}));
}

Prediction PredictionOf(const ExperimentConfig& config, const OperationMix& mix,
                        std::vector<TreeState>* states, FilterPlan* filters) {
  *states = GrowUnderLookups(config.tree, mix).value();
  *filters = PlanFilters(config, config.filters.allocation, states->front().tree).value();
  EXPECT_TRUE(AddFlushes(config, mix.lookups, filters).has_value());
  return Predict(config, states->front().tree, *filters, mix.lookups).value();
}

// By hand: three runs live in the phase of the first test (16 entries for 17 lookups, 32 for 23,
// another 16 for 7), each with its own realised rate for as long as it lives.
TEST(CostWhileGrowing, IsTheSumOverTheRunsThatEachLookupMeets) {
  ExperimentConfig config = SmallConfig(16);
  config.workload.updates_fraction = 0.5;
  std::vector<TreeState> states;
  FilterPlan filters;
  const Prediction predicted = PredictionOf(config, {40, 0, 40}, &states, &filters);
  const auto model = ModelOf(config.filters).value();
  const sim::ExpectedFilter small = model->Expect(10, 16);
  const sim::ExpectedFilter large = model->Expect(10, 32);
  ASSERT_EQ(filters.flushes.size(), 2u);
  EXPECT_NEAR(predicted.wasted_ios.mean, (24 * small.fpr + 23 * large.fpr) / 40, 1e-12);
  const double fresh =
      24 * small.fpr * (1 - small.fpr) + 23 * large.fpr * (1 - large.fpr);  // each lookup alone
  const double shared =
      small.fpr_sd * small.fpr_sd * (17 * 16 + 7 * 6) + large.fpr_sd * large.fpr_sd * (23 * 22);
  EXPECT_NEAR(predicted.wasted_ios.Total(40).variance, fresh + shared, 1e-12);
  double mean = 0;
  for (std::size_t i = 0; i < predicted.ios_per_lookup_pmf.size(); ++i) {
    mean += static_cast<double>(i) * predicted.ios_per_lookup_pmf[i];
  }
  EXPECT_NEAR(mean, predicted.wasted_ios.mean, 1e-12);
}

// Existing keys are the 16 loaded ones: in the oldest run at all times, so newer runs are in vain.
TEST(CostWhileGrowing, FollowsTheLoadedEntriesWhereverTheyAreMergedTo) {
  ExperimentConfig config = SmallConfig(16);
  config.workload.updates_fraction = 0.5;
  config.workload.existing_fraction = 1;
  std::vector<TreeState> states;
  FilterPlan filters;
  const Prediction predicted = PredictionOf(config, {40, 0, 40}, &states, &filters);
  const double small = ModelOf(config.filters).value()->Expect(10, 16).fpr;
  EXPECT_NEAR(predicted.wasted_ios.mean, 7 * small / 40, 1e-12);
}

// Without updates that flush, nothing differs from the frozen tree.
TEST(CostWhileGrowing, IsThatOfTheFrozenTreeBeforeAnyFlush) {
  ExperimentConfig config = SmallConfig(7 * 16);
  config.workload.existing_fraction = 0.4;
  const LoadedTree tree = GrownRuns(config.tree).value();
  const FilterPlan filters = PlanFilters(config, "uniform", tree).value();
  const Prediction frozen = Predict(config, tree, filters, 100).value();
  config.workload.updates_fraction = 0.1;
  const Prediction growing = Predict(config, tree, filters, 100).value();
  EXPECT_FALSE(frozen.updates.has_value());
  ASSERT_TRUE(growing.updates.has_value());
  EXPECT_NEAR(growing.wasted_ios.mean, frozen.wasted_ios.mean, 1e-12);
  EXPECT_NEAR(growing.wasted_ios.Total(100).variance, frozen.wasted_ios.Total(100).variance, 1e-12);
  EXPECT_FALSE(growing.updates->copies_per_entry.has_value());
}

// From an empty level 1 at T = 2, 31 buffers -> 62: by brute force over flushes 32..62, flush F
// writes as many buffers as the largest power of two that divides it.
TEST(PredictUpdates, CountsEveryCopy) {
  ExperimentConfig config = SmallConfig(31 * 16);
  config.storage.block_bytes = 4096;  // 128 entries of 32 bytes
  config.workload.updates_fraction = 0.5;
  std::vector<TreeState> states;
  FilterPlan filters;
  const OperationMix mix{31 * 16 + 1, 0, 31 * 16 + 1};
  const PredictedUpdates updates = *PredictionOf(config, mix, &states, &filters).updates;
  std::uint64_t buffers = 0;
  for (std::uint64_t flush = 32; flush <= 62; ++flush) buffers += flush & (~flush + 1);
  EXPECT_EQ(updates.flushes, 31u);
  EXPECT_EQ(updates.entries_written, buffers * 16);
  EXPECT_EQ(updates.entries_read, (buffers - 31) * 16);
  EXPECT_EQ(updates.merges, 16u) << "every even flush";
  EXPECT_NEAR(*updates.copies_per_entry, static_cast<double>(buffers) / 31, 1e-12);
  EXPECT_NEAR(*updates.ios_per_entry, (2 * static_cast<double>(buffers) - 31) / 31 / 128, 1e-12);
  // Monkey Eq. 10 at L = ceil(log2(31 / 2)) = 4 levels: 4/128 (2-1)/2 (1+1).
  EXPECT_NEAR(*updates.ios_per_entry_closed_form, 4.0 / 128, 1e-12);
}

}  // namespace
}  // namespace bitladder::experiments
