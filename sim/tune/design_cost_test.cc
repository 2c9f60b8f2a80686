#include "sim/tune/design_cost.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "sim/allocate/allocation.h"
#include "sim/cost/lookup_cost.h"
#include "sim/cost/target_mass.h"
#include "sim/filter/ideal.h"
#include "sim/ideal_filter.h"

namespace bitladder::sim {
namespace {

using ::testing::HasSubstr;

TuningProblem OneGigabyte(const Workload& workload) {
  TuningProblem problem;
  problem.entries = 1 << 20;
  problem.memory_bytes = (1 << 20) + 5.0 / 8 * (1 << 20);  // 1 MB of buffer, 5 bits per key
  problem.workload = workload;
  return problem;
}

// The same design through an allocation on its runs.
TEST(DesignCost, EqualsTheAllocationOnTheDesignsRuns) {
  const auto ideal = MakeIdealModel();
  for (const int size_ratio : {2, 4, 10}) {
    for (const MergePolicy& policy : {Leveling(), Tiering(size_ratio), LazyLeveling(size_ratio)}) {
      for (const double existing : {0.0, 0.3, 0.9}) {
        const TuningProblem problem = OneGigabyte({1 - existing, existing, 0, 0});
        const TunedDesign tuned = CostOfDesign(problem, size_ratio, policy, 1 << 20);
        AllocationProblem runs;
        runs.tree = FullTree(tuned.design).value();
        runs.budget_bits = tuned.filter_bits;
        runs.model = ideal.get();
        // Existing keys lie in any run of the largest level; the runs of a level get the same bits
        // when each weighs the level's mean.
        const std::vector<double> mass = LevelTargets(runs.tree, tuned.levels).value();
        for (const sim::Run& run : runs.tree.runs) {
          const double z = policy.last_runs;
          runs.weights.push_back(run.level == tuned.levels ? 1 - existing * (z + 1) / (2 * z) : 1);
        }
        const Allocation allocation = Allocate("monkey", runs).value();
        std::vector<double> fpr;
        for (const double bits : allocation.bits_per_key) fpr.push_back(IdealFpr(bits));
        EXPECT_NEAR(tuned.costs.zero_result, ZeroResultCost(fpr), 1e-9);
        EXPECT_NEAR(tuned.costs.existing, ExistingCost(fpr, mass), 1e-9);
      }
    }
  }
}

TEST(DesignCost, OfTheDefaultSetUpIsTheTheorys) {
  // THEORY section 9: L = 9: 0.814614 uniform, 0.356959 optimum, at 5 bits of each entry on disk;
  // here the 5 bits are of N, which is 1/(1 - 2^-9) more for each.
  TuningProblem problem = OneGigabyte({1, 0, 0, 0});
  problem.memory_bytes = (1 << 20) + 5.0 / 8 * (1 << 20) * (1 - std::exp2(-9));
  const TunedDesign monkey = CostOfDesign(problem, 2, Leveling(), 1 << 20);
  EXPECT_EQ(monkey.levels, 9);
  EXPECT_NEAR(monkey.costs.zero_result, 0.356959, 5e-7);
  problem.filters = FilterDivision::kUniform;
  EXPECT_NEAR(CostOfDesign(problem, 2, Leveling(), 1 << 20).costs.zero_result, 0.814614, 5e-7);
}

TEST(DesignCost, NamesTheParameterThatIsOutOfRange) {
  const auto message = [](auto change) {
    TuningProblem problem;
    change(problem);
    const auto result = Validate(problem);
    return result ? std::string("no error") : result.error().message;
  };
  EXPECT_THAT(message([](TuningProblem& p) { p.entries = 0; }), HasSubstr("entries = 0"));
  EXPECT_THAT(message([](TuningProblem& p) { p.memory_bytes = 4095; }),
              HasSubstr("memory_bytes = 4095 is out of range: must lie in [4096,"));
  EXPECT_THAT(message([](TuningProblem& p) { p.workload.zero_result = 0.5; }),
              HasSubstr("sum to 0.5"));
  EXPECT_THAT(message([](TuningProblem& p) { p.max_size_ratio = 1; }),
              HasSubstr("max_size_ratio = 1"));
  EXPECT_THAT(message([](TuningProblem& p) { p.selected_entries = -1; }),
              HasSubstr("selected_entries = -1"));
}

}  // namespace
}  // namespace bitladder::sim
