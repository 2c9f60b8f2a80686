// Makes an allocation that misses the budget comparable: one constant off every filtered run's
// bits.
#pragma once

#include "sim/allocate/allocation.h"

namespace bitladder::sim {

// The papers' closed policies do not spend the budget on trees that are not full and infinite. This
// gives max(0, b_j - s) to every run that the allocation filters, with the one s (of either sign)
// that spends `problem.budget_bits`; a run without bits stays without. An allocation without any
// filter starts from the uniform one. Cost O(n log n).
Allocation ScaleToBudget(const AllocationProblem& problem, const Allocation& allocation);

}  // namespace bitladder::sim
