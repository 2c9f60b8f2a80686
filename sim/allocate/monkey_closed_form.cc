#include "sim/allocate/monkey_closed_form.h"

#include "sim/allocate/problem.h"
#include "sim/ideal_filter.h"

namespace bitladder::sim {

Allocation AllocateLimit(const AllocationProblem& problem, const ClosedFormTree& tree) {
  const MonkeyClosedForm form = MonkeyLimit(tree, problem.budget_bits / problem.tree.entries());
  std::vector<double> bits_per_key;
  for (const Run& run : problem.tree.runs) {
    bits_per_key.push_back(IdealBitsPerKey(MonkeyLimitFpr(tree, form, run.level)));
  }
  return MakeAllocation(problem.tree, std::move(bits_per_key));
}

Result<Allocation> AllocateMonkeyClosedForm(const AllocationProblem& problem) {
  const auto tree = ZeroResultTree(problem.size_ratio, problem.tree.levels(), problem.merge_policy);
  if (!tree) return tl::unexpected(tree.error());
  return AllocateLimit(problem, *tree);
}

}  // namespace bitladder::sim
