#include "experiments/predict/stale_filters.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "experiments/predict/filter_planning.h"
#include "experiments/predict/grown_runs.h"
#include "sim/ideal_filter.h"

namespace bitladder::experiments {
namespace {

using ::testing::HasSubstr;

// Seven flushes of 1000 entries at T = 2: level 3 was written by flush 4, level 2 by flush 6, level
// 1 by flush 7.
ExperimentConfig SevenFlushes(const std::string& allocation) {
  ExperimentConfig config;
  config.backend = "model";
  config.tree.entries = 7000;
  config.tree.key_bytes = 16;
  config.tree.value_bytes = 32;
  config.tree.buffer_bytes = 64'000;
  config.filters.kind = "ideal";
  config.filters.allocation = allocation;
  config.filters.assigned = "at_creation";
  config.filters.bits_per_key = 5;
  return config;
}

FilterPlan PlanOf(const ExperimentConfig& config) {
  return PlanFilters(config, config.filters.allocation, GrownRuns(config.tree).value()).value();
}

// By hand, from b_j = h + (mean ln n - ln n_j)/beta over the tree of the moment: level 3 alone; 2
// and 4 thousand; 1, 2 and 4 thousand.
TEST(PlanAtCreation, GivesEachRunTheBitsOfTheMomentItWasWritten) {
  const FilterPlan plan = PlanOf(SevenFlushes("monkey"));
  const double ln2 = std::log(2.0);
  ASSERT_EQ(plan.runs.size(), 3u);
  EXPECT_NEAR(*plan.runs[2].requested_at_creation, 5, 1e-9);
  EXPECT_NEAR(*plan.runs[1].requested_at_creation, 5 + (5.0 / 3 - 1) * ln2 / sim::kBeta, 1e-9);
  EXPECT_NEAR(*plan.runs[0].requested_at_creation, 5 + 10.0 / 7 * ln2 / sim::kBeta, 1e-9);
  // Spent is what was given then, and requested is what the tree of now would get.
  EXPECT_NEAR(static_cast<double>(plan.runs[2].spent_bits), 5 * 4000, 8);
  EXPECT_NEAR(plan.runs[2].bits_per_key_requested, 5 + (10.0 / 7 - 2) * ln2 / sim::kBeta, 1e-9);
  EXPECT_EQ(plan.budget_bits, 35'000u);
  EXPECT_GT(plan.spent_bits(), plan.budget_bits);
}

TEST(PlanAtCreation, OfUniformIsWhatItWouldBeNow) {
  ExperimentConfig config = SevenFlushes("uniform");
  const FilterPlan stale = PlanOf(config);
  config.filters.assigned = "after_load";
  const FilterPlan fresh = PlanOf(config);
  for (std::size_t j = 0; j < 3; ++j) {
    EXPECT_NEAR(*stale.runs[j].requested_at_creation, 5, 1e-9);
    EXPECT_NEAR(static_cast<double>(stale.runs[j].spent_bits),
                static_cast<double>(fresh.runs[j].spent_bits), 8);
    EXPECT_FALSE(fresh.runs[j].requested_at_creation.has_value());
  }
}

// A partial last flush is in the newest run alone; whoever was written before never saw it.
TEST(PlanAtCreation, DoesNotLookAhead) {
  ExperimentConfig config = SevenFlushes("monkey");
  const FilterPlan whole = PlanOf(config);
  config.tree.entries = 6001;
  const FilterPlan partial = PlanOf(config);
  EXPECT_EQ(*partial.runs[2].requested_at_creation, *whole.runs[2].requested_at_creation);
  EXPECT_EQ(*partial.runs[1].requested_at_creation, *whole.runs[1].requested_at_creation);
  EXPECT_GT(*partial.runs[0].requested_at_creation, *whole.runs[0].requested_at_creation);
}

TEST(PlanAtCreation, GrowsABudgetInBytesWithTheTree) {
  ExperimentConfig config = SevenFlushes("monkey");
  const FilterPlan by_bits = PlanOf(config);
  config.filters.memory_bytes = 35'000 / 8;
  const FilterPlan by_bytes = PlanOf(config);
  for (std::size_t j = 0; j < 3; ++j) {
    EXPECT_NEAR(*by_bytes.runs[j].requested_at_creation, *by_bits.runs[j].requested_at_creation,
                1e-9);
  }
}

TEST(PlanAtCreation, RefusesATreeWhosePastIsNotKnown) {
  const ExperimentConfig config = SevenFlushes("monkey");
  LoadedTree tree = GrownRuns(config.tree).value();
  tree.runs.back().entries += 1;
  const auto plan = PlanFilters(config, "monkey", tree);
  ASSERT_FALSE(plan.has_value());
  EXPECT_THAT(plan.error().message, HasSubstr("not the one that its inserts grow"));
}

}  // namespace
}  // namespace bitladder::experiments
