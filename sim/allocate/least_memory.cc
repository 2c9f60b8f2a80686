#include "sim/allocate/least_memory.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/math/tools/roots.hpp>
#include <cmath>
#include <cstdint>

#include "sim/allocate/problem.h"

namespace bitladder::sim {

double CostOf(const AllocationProblem& problem, const Allocation& allocation) {
  double cost = 0;
  for (std::size_t j = 0; j < problem.tree.runs.size(); ++j) {
    cost += WeightOf(problem, j) *
            problem.model->Fpr(allocation.bits_per_key[j], problem.tree.runs[j].entries);
  }
  return cost;
}

Result<double> LeastMemoryBits(std::string_view policy, const AllocationProblem& problem,
                               double cost) {
  AllocationProblem at_budget = problem;
  const auto cost_at = [&](double budget_bits) -> Result<double> {
    at_budget.budget_bits = budget_bits;
    const auto allocation = Allocate(policy, at_budget);
    if (!allocation) return tl::unexpected(allocation.error());
    return CostOf(at_budget, *allocation);
  };
  auto reached = cost_at(0);
  if (!reached || *reached <= cost) return reached ? Result<double>(0) : reached;
  double low = 0;
  double high = problem.tree.entries();  // one bit per key
  const double most = kMaxBudgetBitsPerKey * problem.tree.entries();
  for (reached = cost_at(high); reached && *reached > cost && high < most;
       reached = cost_at(high)) {
    low = high;
    high = std::min(2 * high, most);
  }
  if (!reached) return reached;
  if (*reached > cost) {
    return Fail(
        fmt::format("cost = {} is out of range: policy {} reaches [{}, inf) with up to {} "
                    "bits per key",
                    cost, policy, *reached, kMaxBudgetBitsPerKey));
  }
  // The logarithm is close to a line. A policy that allocated at both ends allocates in between.
  const auto excess = [&](double budget_bits) {
    return std::log(cost_at(budget_bits).value()) - std::log(cost);
  };
  const auto close = [](double a, double b) { return b - a <= 1e-10 * b; };
  std::uintmax_t steps = 200;
  return boost::math::tools::toms748_solve(excess, low, high, close, steps).second;
}

}  // namespace bitladder::sim
