#include "sim/allocate/problem.h"

#include <fmt/format.h>

#include <cmath>

#include "sim/check.h"
#include "sim/range.h"

namespace bitladder::sim {
namespace {

Result<void> CheckNumbers(const char* name, const std::vector<double>& values, std::size_t runs) {
  if (!values.empty() && values.size() != runs) {
    return Fail(fmt::format("{} names {} runs, the tree has {}: both must name the same runs", name,
                            values.size(), runs));
  }
  for (std::size_t j = 0; j < values.size(); ++j) {
    if (auto ok = CheckRange(fmt::format("{}[{}]", name, j), values[j], 0, 1e100); !ok) return ok;
  }
  return {};
}

Result<void> CheckExisting(const ExistingLookups& existing, std::size_t runs) {
  if (auto ok = CheckRange("existing.per_missing", existing.per_missing, 0, 1e9); !ok) return ok;
  if (auto ok = CheckNumbers("existing.target_mass", existing.target_mass, runs); !ok) return ok;
  double mass = 0;
  for (const double share : existing.target_mass) mass += share;
  if (!existing.target_mass.empty() && std::abs(mass - 1) > 1e-9) {
    return Fail(fmt::format("existing.target_mass sums to {}: must sum to 1", mass));
  }
  return {};
}

}  // namespace

Result<void> Validate(const AllocationProblem& problem) {
  SIM_CHECK(problem.model != nullptr, 0, 0);
  const std::size_t runs = problem.tree.runs.size();
  if (runs == 0) return Fail("tree has no runs: at least one is needed");
  for (std::size_t j = 0; j < runs; ++j) {
    const double entries = problem.tree.runs[j].entries;
    if (!(entries >= 1 && entries <= 1e18)) {
      return CheckRange(fmt::format("tree.runs[{}].entries", j), entries, 1, 1e18);
    }
  }
  if (auto ok = CheckNumbers("weights", problem.weights, runs); !ok) return ok;
  const double entries = problem.tree.entries();
  const double most = kMaxBudgetBitsPerKey * entries;
  if (!(problem.budget_bits >= 0 && problem.budget_bits <= most)) {
    return Fail(
        fmt::format("budget_bits = {} is out of range: must lie in [0, {}], {} bits for each "
                    "of {} entries",
                    problem.budget_bits, most, kMaxBudgetBitsPerKey, entries));
  }
  if (auto ok = Validate(problem.merge_policy, problem.size_ratio); !ok) return ok;
  return CheckExisting(problem.existing, runs);
}

std::vector<double> EntriesOf(const TreeShape& tree) {
  std::vector<double> entries;
  entries.reserve(tree.runs.size());
  for (const Run& run : tree.runs) entries.push_back(run.entries);
  return entries;
}

double WeightOf(const AllocationProblem& problem, std::size_t run) {
  return problem.weights.empty() ? 1.0 : problem.weights[run];
}

Allocation MakeAllocation(const TreeShape& tree, std::vector<double> bits_per_key) {
  SIM_CHECK(bits_per_key.size() == tree.runs.size(), bits_per_key.size(), tree.runs.size());
  Allocation allocation{std::move(bits_per_key), 0};
  for (std::size_t j = 0; j < tree.runs.size(); ++j) {
    allocation.spent_bits += tree.runs[j].entries * allocation.bits_per_key[j];
  }
  return allocation;
}

}  // namespace bitladder::sim
