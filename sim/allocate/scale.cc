#include "sim/allocate/scale.h"

#include <algorithm>
#include <vector>

#include "sim/allocate/problem.h"
#include "sim/check.h"

namespace bitladder::sim {
namespace {

struct FilteredRun {
  double bits_per_key;
  double entries;
};

// s of ScaleToBudget: sum over runs of entries * max(0, bits - s) = `budget`. Runs descending by
// bits.
double Shift(const std::vector<FilteredRun>& runs, double budget) {
  double entries = 0;
  double spent = 0;  // by the runs so far, at s = the bits of the current one
  for (std::size_t i = 0; i < runs.size(); ++i) {
    if (i > 0) {
      const double next = spent + entries * (runs[i - 1].bits_per_key - runs[i].bits_per_key);
      if (next >= budget) return runs[i - 1].bits_per_key - (budget - spent) / entries;
      spent = next;
    }
    entries += runs[i].entries;
  }
  return runs.back().bits_per_key - (budget - spent) / entries;
}

}  // namespace

Allocation ScaleToBudget(const AllocationProblem& problem, const Allocation& allocation) {
  const std::vector<Run>& tree_runs = problem.tree.runs;
  SIM_CHECK(allocation.bits_per_key.size() == tree_runs.size(), allocation.bits_per_key.size(),
            tree_runs.size());
  std::vector<double> bits = allocation.bits_per_key;
  if (std::all_of(bits.begin(), bits.end(), [](double b) { return b == 0; })) {
    bits.assign(bits.size(), problem.budget_bits / problem.tree.entries());
    return MakeAllocation(problem.tree, std::move(bits));
  }
  std::vector<FilteredRun> filtered;
  for (std::size_t j = 0; j < bits.size(); ++j) {
    if (bits[j] > 0) filtered.push_back({bits[j], tree_runs[j].entries});
  }
  std::sort(filtered.begin(), filtered.end(), [](const FilteredRun& a, const FilteredRun& b) {
    return a.bits_per_key > b.bits_per_key;
  });
  const double shift = Shift(filtered, problem.budget_bits);
  for (double& b : bits) b = b > 0 ? std::max(0.0, b - shift) : 0.0;
  return MakeAllocation(problem.tree, std::move(bits));
}

}  // namespace bitladder::sim
