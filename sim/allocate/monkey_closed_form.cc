#include "sim/allocate/monkey_closed_form.h"

#include "sim/allocate/problem.h"
#include "sim/cost/closed_form.h"
#include "sim/ideal_filter.h"

namespace bitladder::sim {

Result<Allocation> AllocateMonkeyClosedForm(const AllocationProblem& problem) {
  const ClosedFormTree tree = {problem.size_ratio, problem.tree.levels(), problem.merge_policy};
  if (auto ok = Validate(tree); !ok) return tl::unexpected(ok.error());
  const MonkeyClosedForm form = MonkeyLimit(tree, problem.budget_bits / problem.tree.entries());
  std::vector<double> bits_per_key;
  for (const Run& run : problem.tree.runs) {
    bits_per_key.push_back(IdealBitsPerKey(MonkeyLimitFpr(tree, form, run.level)));
  }
  return MakeAllocation(problem.tree, std::move(bits_per_key));
}

}  // namespace bitladder::sim
