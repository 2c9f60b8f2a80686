#include "sim/allocate/uniform.h"

#include "sim/allocate/problem.h"

namespace bitladder::sim {

Result<Allocation> AllocateUniform(const AllocationProblem& problem) {
  const double bits_per_key = problem.budget_bits / problem.tree.entries();
  return MakeAllocation(problem.tree, std::vector<double>(problem.tree.runs.size(), bits_per_key));
}

}  // namespace bitladder::sim
