#include "experiments/cli/ladder.h"

#include <fmt/format.h>

#include "experiments/cli/ladder_problem.h"
#include "sim/allocate/allocation.h"
#include "sim/allocate/least_memory.h"
#include "sim/cost/lookup_cost.h"
#include "sim/cost/target_mass.h"

namespace bitladder::experiments {
namespace {

double WastedIosPerLookup(const sim::AllocationProblem& problem, const std::vector<double>& fpr) {
  const double zero_result = sim::ZeroResultCost(fpr, problem.weights);
  const double nu = problem.existing.per_missing;
  if (nu == 0) return zero_result;
  return (zero_result + nu * (sim::ExistingCost(fpr, sim::UniformTargets(problem.tree)) - 1)) /
         (1 + nu);
}

Ladder MakeLadder(const std::string& policy, const sim::AllocationProblem& problem,
                  const sim::Allocation& allocation) {
  Ladder ladder;
  ladder.policy = policy;
  ladder.budget_bits = problem.budget_bits;
  ladder.spent_bits = allocation.spent_bits;
  std::vector<double> fpr;
  for (std::size_t j = 0; j < problem.tree.runs.size(); ++j) {
    const sim::Run& run = problem.tree.runs[j];
    const double bits = allocation.bits_per_key[j];
    fpr.push_back(problem.model->Fpr(bits, run.entries));
    if (ladder.levels.empty() || ladder.levels.back().level != run.level) {
      ladder.levels.push_back({run.level, 0, 0, bits, fpr.back()});
    }
    ladder.levels.back().runs += 1;
    ladder.levels.back().entries += run.entries;
  }
  ladder.wasted_ios_per_lookup = WastedIosPerLookup(problem, fpr);
  return ladder;
}

// The reverse question, for zero-result lookups: a policy that cannot reach the cost has no answer.
void AddMemoryForFirstCost(const sim::AllocationProblem& problem, std::vector<Ladder>* ladders) {
  const double cost = ladders->front().wasted_ios_per_lookup;
  if (problem.existing.per_missing > 0 || cost <= 0) return;
  for (std::size_t i = 1; i < ladders->size(); ++i) {
    Ladder& ladder = (*ladders)[i];
    const sim::Result<double> bits = sim::LeastMemoryBits(ladder.policy, problem, cost);
    if (bits) ladder.bits_for_first_cost = *bits;
  }
}

}  // namespace

Result<std::vector<Ladder>> LaddersOf(const LadderProblem& problem) {
  std::vector<Ladder> ladders;
  for (const std::string& policy : problem.policies) {
    const sim::Result<sim::Allocation> allocation = sim::Allocate(policy, problem.allocation);
    if (!allocation) {
      return Fail(ErrorKind::kConfig,
                  fmt::format("--policy {}: {}", policy, allocation.error().message));
    }
    ladders.push_back(MakeLadder(policy, problem.allocation, *allocation));
  }
  AddMemoryForFirstCost(problem.allocation, &ladders);
  return ladders;
}

}  // namespace bitladder::experiments
