#include "sim/cost/range_cost.h"

#include "sim/check.h"

namespace bitladder::sim {

double RangeCost(double runs, double selected_entries, const IoPrices& prices) {
  SIM_CHECK(runs >= 0 && selected_entries >= 0, runs, selected_entries);
  return runs + selected_entries / (prices.sequential_over_random * prices.entries_per_block);
}

double RangeCostDostoevsky(int size_ratio, int levels, const MergePolicy& policy,
                           double selected_distinct_entries, const IoPrices& prices) {
  const double runs = policy.inner_runs * (levels - 1.0) + policy.last_runs;
  const double copies = policy.last_runs + 1.0 / size_ratio;
  return RangeCost(runs, selected_distinct_entries * copies, prices);
}

}  // namespace bitladder::sim
