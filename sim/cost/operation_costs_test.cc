// Updates, ranges, memory, space and throughput.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>

#include "sim/cost/memory_cost.h"
#include "sim/cost/range_cost.h"
#include "sim/cost/throughput.h"
#include "sim/cost/update_cost.h"
#include "sim/filter/reference_values_for_test.h"
#include "sim/tree/tree_growth.h"

namespace bitladder::sim {
namespace {

using ::testing::HasSubstr;

TEST(UpdateCost, MatchesTheReferenceForBothMergePolicies) {
  const auto reference = ReferenceValues()["cost_model"];
  const IoPrices prices = {reference["params"]["B"], reference["params"]["phi"], 1};
  for (const auto& row : reference["rows"]) {
    const int t = row["T"];
    const MergePolicy policy = row["policy"] == "leveling" ? Leveling() : Tiering(t);
    EXPECT_DOUBLE_EQ(UpdateCost(t, row["L"], policy, prices), row["W"]);
  }
}

TEST(UpdateCost, CopiesOfFluidTreesAreThoseOfTheTheory) {
  // THEORY section 6: (T-1)(T-1+K)/(2KT), 1.80 at T = 10, K = 3, where Dostoevsky's Eq. 12 has
  // 2.25.
  EXPECT_DOUBLE_EQ(CopiesPerLevel(10, 3), 1.8);
  EXPECT_DOUBLE_EQ(UpdateCostDostoevsky(10, 1, {1, 3}, {1, 1, 1}), 2.25);
  EXPECT_DOUBLE_EQ(CopiesPerLevel(10, 1), 4.5);
  EXPECT_DOUBLE_EQ(CopiesPerLevel(10, 9), 0.9);
  EXPECT_DOUBLE_EQ(UpdateCostDostoevsky(10, 4, {9, 1}, {4, 2, 8}), 2.0 / (8 * 4) * (3 * 0.9 + 4.5));
}

TEST(UpdateCost, IsWhatALongGrowingTreeOfItsLevelsWrites) {
  // Growing from T^(L-1) to T^L flushes writes each level T^L/T^i cycles, the largest one Z's.
  for (const MergePolicy& policy : {Leveling(), Tiering(6), LazyLeveling(6), MergePolicy{2, 3}}) {
    constexpr int kLevels = 5;
    const double last = std::pow(6, kLevels) - 1;
    const auto growth = GrowTree(static_cast<std::uint64_t>(last), 1, 6, policy).value();
    // Level i < L went through 6^(L-i) cycles, all but the first under K; level L through one, Z's.
    double written = 0;
    for (int level = 1; level <= kLevels; ++level) {
      const double cycles = std::pow(6, kLevels - level);
      written += std::pow(6, level) * (CopiesPerLevel(6, policy.last_runs) +
                                       (cycles - 1) * CopiesPerLevel(6, policy.inner_runs));
    }
    EXPECT_NEAR(static_cast<double>(growth.total_entries_written()), written, 1e-9 * written);
  }
}

TEST(RangeCost, MatchesTheReferenceForBothMergePolicies) {
  const auto reference = ReferenceValues()["cost_model"];
  const double selected =
      reference["params"]["s"].get<double>() * reference["params"]["N"].get<double>();
  const IoPrices prices = {reference["params"]["B"], 1, 1};
  for (const auto& row : reference["rows"]) {
    const double levels = row["L"];
    const double runs = row["policy"] == "leveling" ? levels : levels * (row["T"].get<int>() - 1);
    EXPECT_DOUBLE_EQ(RangeCost(runs, selected, prices), row["Q"]);
  }
}

TEST(RangeCost, FollowsDostoevskysEquation11) {
  EXPECT_DOUBLE_EQ(RangeCostDostoevsky(10, 4, {9, 1}, 8000, {4, 1, 10}),
                   9 * 3 + 1 + 8000 / (10 * 4.0) * (1 + 0.1));
}

TEST(MemoryCost, CountsTheBufferTheFencesOfEveryRunAndTheFilters) {
  const TreeShape tree = TreeFromLevels(std::array<double, 2>{10, 100}, {}).value();
  const MemoryCost cost = MemoryOf(tree, 4096, 880, 4, 16);
  EXPECT_EQ(cost.buffer_bytes, 4096);
  EXPECT_EQ(cost.fence_bytes, (3 + 25) * (16 + 8));
  EXPECT_EQ(cost.filter_bytes, 110);
  EXPECT_EQ(cost.total_bytes(), 4096 + 28 * 24 + 110);
}

TEST(SpaceAmplification, IsExactForATreeAndTendsToItsLimit) {
  EXPECT_NEAR(SpaceAmplification(TreeFromLevels(std::array<double, 3>{9, 90, 900}, {}).value()),
              0.11, 1e-15);
  EXPECT_NEAR(SpaceAmplification(FullTree(1e9, 10, 9, Leveling()).value()), 1.0 / 9, 1e-8);
  EXPECT_NEAR(SpaceAmplification(FullTree(1e9, 10, 9, {1, 3}).value()), 3 * 10.0 / 9 - 1, 1e-8);
  EXPECT_DOUBLE_EQ(SpaceAmplificationDostoevsky(10, Leveling()), 0.1);
  EXPECT_DOUBLE_EQ(SpaceAmplificationDostoevsky(10, Tiering(10)), 8.1);
}

TEST(Throughput, IsTheInverseOfTheAverageCostTimesTheTimeOfAnIo) {
  const Workload workload = {0.5, 0.25, 0.05, 0.2};
  const OperationCosts costs = {0.4, 1.2, 20, 0.5};
  EXPECT_DOUBLE_EQ(AverageCost(workload, costs), 0.2 + 0.3 + 1 + 0.1);
  EXPECT_DOUBLE_EQ(Throughput(1.6, 0.001), 625);
}

TEST(OperationCosts, NameTheParameterThatIsOutOfRange) {
  EXPECT_THAT(Validate(Workload{0.5, 0, 0, 0}).error().message, HasSubstr("sum to 0.5"));
  EXPECT_THAT(Validate(Workload{1.5, -0.5, 0, 0}).error().message, HasSubstr("zero_result = 1.5"));
  EXPECT_THAT(Validate(IoPrices{0.5, 1, 1}).error().message, HasSubstr("entries_per_block = 0.5"));
  EXPECT_THAT(Validate(IoPrices{1, -1, 1}).error().message, HasSubstr("write_over_read = -1"));
  EXPECT_THAT(Validate(IoPrices{1, 1, std::numeric_limits<double>::quiet_NaN()}).error().message,
              HasSubstr("sequential_over_random = nan"));
}

}  // namespace
}  // namespace bitladder::sim
