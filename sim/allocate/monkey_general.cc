#include "sim/allocate/monkey_general.h"

#include <algorithm>

#include "sim/allocate/monkey.h"
#include "sim/allocate/monkey_closed_form.h"
#include "sim/allocate/problem.h"
#include "sim/cost/closed_form.h"

namespace bitladder::sim {

std::vector<double> MixedLookupWeights(const AllocationProblem& problem) {
  const std::vector<Run>& runs = problem.tree.runs;
  const std::vector<double>& mass = problem.existing.target_mass;
  const double nu = problem.existing.per_missing;
  const double entries = problem.tree.entries();
  std::vector<double> weights(runs.size());
  double older = 0;  // P(target is older than run j), summed from the oldest so that it ends at 0
  for (std::size_t j = runs.size(); j-- > 0;) {
    weights[j] = WeightOf(problem, j) * (1 + nu * std::min(older, 1.0)) / (1 + nu);
    older += mass.empty() ? runs[j].entries / entries : mass[j];
  }
  return weights;
}

Result<Allocation> AllocateMonkeyGeneral(const AllocationProblem& problem) {
  MonkeyOptimum optimum =
      SolveMonkey(EntriesOf(problem.tree), MixedLookupWeights(problem), problem.budget_bits);
  return Allocation{std::move(optimum.bits_per_key), optimum.spent_bits};
}

Result<Allocation> AllocateMonkeyGeneralClosedForm(const AllocationProblem& problem) {
  const double nu = problem.existing.per_missing;
  const auto tree = MixedLookupTree(problem.size_ratio, problem.tree.levels(), problem.merge_policy,
                                    nu / (1 + nu));
  if (!tree) return tl::unexpected(tree.error());
  return AllocateLimit(problem, *tree);
}

}  // namespace bitladder::sim
