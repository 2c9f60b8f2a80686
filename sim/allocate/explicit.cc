#include "sim/allocate/explicit.h"

#include <fmt/format.h>

#include "sim/allocate/problem.h"

namespace bitladder::sim {

Result<Allocation> AllocateExplicit(const AllocationProblem& problem) {
  const std::vector<double>& bits_of_level = problem.explicit_bits;
  const auto levels = static_cast<std::size_t>(problem.tree.levels());
  if (bits_of_level.size() < levels) {
    return Fail(fmt::format("explicit_bits names {} levels, the tree has {}: name each of them",
                            bits_of_level.size(), levels));
  }
  for (std::size_t i = 0; i < bits_of_level.size(); ++i) {
    if (!(bits_of_level[i] >= 0 && bits_of_level[i] <= kMaxBudgetBitsPerKey)) {
      return Fail(fmt::format("explicit_bits[{}] = {} is out of range: must lie in [0, {}]", i,
                              bits_of_level[i], kMaxBudgetBitsPerKey));
    }
  }
  std::vector<double> bits_per_key;
  for (const Run& run : problem.tree.runs) {
    bits_per_key.push_back(bits_of_level[static_cast<std::size_t>(run.level) - 1]);
  }
  return MakeAllocation(problem.tree, std::move(bits_per_key));
}

}  // namespace bitladder::sim
