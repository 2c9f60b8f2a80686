#include "sim/allocate/monkey_asymptotic.h"

#include <algorithm>

#include "sim/allocate/problem.h"
#include "sim/cost/closed_form.h"

namespace bitladder::sim {

Result<Allocation> AllocateMonkeyAsymptotic(const AllocationProblem& problem) {
  const auto tree = ZeroResultTree(problem.size_ratio, problem.tree.levels(), problem.merge_policy);
  if (!tree) return tl::unexpected(tree.error());
  const double bits_on_average = problem.budget_bits / problem.tree.entries();
  std::vector<double> bits_per_key;
  for (const Run& run : problem.tree.runs) {
    bits_per_key.push_back(std::max(0.0, AsymptoticBits(*tree, bits_on_average, run.level)));
  }
  return MakeAllocation(problem.tree, std::move(bits_per_key));
}

}  // namespace bitladder::sim
