// The reverse question: the least filter memory that reaches a given cost.
#pragma once

#include <string_view>

#include "sim/allocate/allocation.h"

namespace bitladder::sim {

// sum_j c_j Fpr(b_j, n_j) of an allocation on the problem's own model and weights.
double CostOf(const AllocationProblem& problem, const Allocation& allocation);

// The least budget at which `policy` costs at most `cost`, > 0, on the problem's model, in bits, to
// 1e-10 relative; `budget_bits` of the problem is not read. An error where even
// kMaxBudgetBitsPerKey bits per key cost more. A policy's cost falls with the budget, so this is a
// threshold; where rounding to whole probes lets a real filter's rate rise a little it is one of
// them.
Result<double> LeastMemoryBits(std::string_view policy, const AllocationProblem& problem,
                               double cost);

}  // namespace bitladder::sim
