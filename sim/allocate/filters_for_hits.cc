#include "sim/allocate/filters_for_hits.h"

#include "sim/allocate/problem.h"

namespace bitladder::sim {

Result<Allocation> AllocateFiltersForHits(const AllocationProblem& problem) {
  const double bits_on_average = problem.budget_bits / problem.tree.entries();
  const int largest = problem.tree.levels();
  std::vector<double> bits_per_key;
  for (const Run& run : problem.tree.runs) {
    bits_per_key.push_back(run.level == largest ? 0.0 : bits_on_average);
  }
  return MakeAllocation(problem.tree, std::move(bits_per_key));
}

}  // namespace bitladder::sim
