#include "sim/allocate/explicit.h"

#include <fmt/format.h>

#include "sim/allocate/problem.h"
#include "sim/range.h"

namespace bitladder::sim {

Result<Allocation> AllocateExplicit(const AllocationProblem& problem) {
  const std::vector<double>& bits_of_level = problem.explicit_bits;
  const auto levels = static_cast<std::size_t>(problem.tree.levels());
  if (bits_of_level.size() < levels) {
    return Fail(fmt::format("explicit_bits names {} levels, the tree has {}: name each of them",
                            bits_of_level.size(), levels));
  }
  for (std::size_t i = 0; i < bits_of_level.size(); ++i) {
    if (auto ok = CheckRange(fmt::format("explicit_bits[{}]", i), bits_of_level[i], 0,
                             kMaxBudgetBitsPerKey);
        !ok) {
      return tl::unexpected(ok.error());
    }
  }
  std::vector<double> bits_per_key;
  for (const Run& run : problem.tree.runs) {
    bits_per_key.push_back(bits_of_level[static_cast<std::size_t>(run.level) - 1]);
  }
  return MakeAllocation(problem.tree, std::move(bits_per_key));
}

}  // namespace bitladder::sim
