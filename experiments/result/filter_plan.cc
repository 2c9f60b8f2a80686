#include "experiments/result/filter_plan.h"

#include <fmt/core.h>

namespace bitladder::experiments {

std::uint64_t FilterPlan::spent_bits() const {
  std::uint64_t sum = 0;
  for (const PlannedFilter& run : runs) sum += run.spent_bits;
  return sum;
}

std::string SpentStatus(std::uint64_t budget_bits, std::uint64_t spent_bits) {
  const auto budget = static_cast<double>(budget_bits);
  const auto spent = static_cast<double>(spent_bits);
  if (spent_bits > budget_bits) {
    return fmt::format("spends {:.3g} % more than the budget", 100 * (spent / budget - 1));
  }
  if (spent >= budget * (1 - kBudgetTolerance)) return "ok";
  return fmt::format(
      "spends {:.3g} % less than the budget: filters are whole bytes or slots, and no run's next "
      "step "
      "fits or gains anything",
      100 * (1 - spent / budget));
}

}  // namespace bitladder::experiments
