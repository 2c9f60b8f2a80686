#include "sim/allocate/stale.h"

#include <utility>

#include "sim/allocate/problem.h"
#include "sim/tree/tree_growth.h"

namespace bitladder::sim {

Result<Allocation> AllocateAtCreation(std::string_view policy, const AllocationProblem& problem,
                                      std::uint64_t entries, std::uint64_t buffer_entries,
                                      double bits_per_key) {
  if (!problem.tree.runs.empty() || !problem.weights.empty() ||
      !problem.existing.target_mass.empty()) {
    return Fail("tree, weights and existing.target_mass belong to one tree: leave them empty");
  }
  const auto grow = [&](std::uint64_t count) {
    return GrowTree(count, buffer_entries, problem.size_ratio, problem.merge_policy);
  };
  const auto today = grow(entries);
  if (!today) return tl::unexpected(today.error());
  std::vector<double> bits;
  for (const std::uint64_t entries_then : today->entries_at_creation) {
    AllocationProblem then = problem;
    then.tree = grow(entries_then).value().shape;
    then.budget_bits = bits_per_key * then.tree.entries();
    const auto allocation = Allocate(policy, then);
    if (!allocation) return allocation;
    bits.push_back(allocation->bits_per_key.front());
  }
  return MakeAllocation(today->shape, std::move(bits));
}

}  // namespace bitladder::sim
