// Policy `filters_for_hits`: no filter on the largest level, the usual bits on every other.
#pragma once

#include "sim/allocate/allocation.h"

namespace bitladder::sim {

// RocksDB's optimize_filters_for_hits, for stores whose lookups mostly find their key: the largest
// level gets nothing, the others h = M / N bits per key. So it spends less than the budget; compare
// it with uniform at what it spent. Weights are not looked at.
Result<Allocation> AllocateFiltersForHits(const AllocationProblem& problem);

}  // namespace bitladder::sim
