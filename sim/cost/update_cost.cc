#include "sim/cost/update_cost.h"

#include "sim/check.h"
#include "sim/range.h"
#include "sim/tree/tree_growth.h"

namespace bitladder::sim {
Result<void> Validate(const IoPrices& prices) {
  if (auto ok = CheckRange("entries_per_block", prices.entries_per_block, 1, 1e12); !ok) return ok;
  if (auto ok = CheckRange("write_over_read", prices.write_over_read, 0, 1e6); !ok) return ok;
  return CheckRange("sequential_over_random", prices.sequential_over_random, 1, 1e6);
}

double CopiesPerLevel(int size_ratio, int runs) {
  SIM_CHECK(runs >= 1 && runs < size_ratio, runs, size_ratio);
  const auto t = static_cast<std::uint64_t>(size_ratio);
  const auto written = ArrivalsWritten(t - 1, static_cast<std::uint64_t>(runs), t);
  return static_cast<double>(written) / size_ratio;
}

double CopiesPerEntry(int size_ratio, int levels, const MergePolicy& policy) {
  return CopiesPerLevel(size_ratio, policy.inner_runs) * (levels - 1) +
         CopiesPerLevel(size_ratio, policy.last_runs);
}

double UpdateCost(int size_ratio, int levels, const MergePolicy& policy, const IoPrices& prices) {
  return (1 + prices.write_over_read) / prices.entries_per_block *
         CopiesPerEntry(size_ratio, levels, policy);
}

double UpdateCostDostoevsky(int size_ratio, int levels, const MergePolicy& policy,
                            const IoPrices& prices) {
  const double arrivals = size_ratio - 1;
  const double copies =
      arrivals / (policy.inner_runs + 1) * (levels - 1) + arrivals / (policy.last_runs + 1);
  return prices.write_over_read / (prices.sequential_over_random * prices.entries_per_block) *
         copies;
}

}  // namespace bitladder::sim
