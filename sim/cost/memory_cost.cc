#include "sim/cost/memory_cost.h"

#include <algorithm>
#include <cmath>

#include "sim/check.h"

namespace bitladder::sim {

MemoryCost MemoryOf(const TreeShape& tree, double buffer_bytes, double filter_bits,
                    double entries_per_block, double key_bytes, double pointer_bytes) {
  SIM_CHECK(entries_per_block >= 1, entries_per_block, 1);
  MemoryCost cost = {buffer_bytes, 0, filter_bits / 8};
  for (const Run& run : tree.runs) {
    cost.fence_bytes += std::ceil(run.entries / entries_per_block) * (key_bytes + pointer_bytes);
  }
  return cost;
}

double SpaceAmplification(const TreeShape& tree) {
  double largest = 0;
  for (const Run& run : tree.runs) largest = std::max(largest, run.entries);
  SIM_CHECK(largest > 0, largest, 0);
  return tree.entries() / largest - 1;
}

double SpaceAmplificationDostoevsky(int size_ratio, const MergePolicy& policy) {
  return policy.last_runs - 1 + 1.0 / size_ratio;
}

}  // namespace bitladder::sim
