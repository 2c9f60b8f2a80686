// Policy `curve_aware`: the optimum on a real filter's own curve instead of the ideal one.
#pragma once

#include "sim/allocate/allocation.h"

namespace bitladder::sim {

// Minimises sum_j c_j f_j(b_j), f_j(b) = problem.model->Fpr(b, n_j), subject to sum_j n_j b_j <= M
// (THEORY section 5). On the lower convex hulls of the f_j that is solved by taking the steepest
// hull segment first, by weight times drop of the rate per bit. The hull is a bound, not a filter:
// where it bridges a part of the curve that lies above it, no run can have the rates on the bridge.
// A run whose bridge does not fit the budget stays short of it, or crosses it while others save, or
// stands on it with its real rate and what the others leave; a search over these choices keeps the
// cheapest by real cost. So of all runs with a Bloom filter at most a single one gets 0 < b < 1
// bits per key, and only where that is better than both ends.
//
// Without a bridge in the way the cost is within 1e-7 of the optimum (bits lie on multiples of
// 1/1024 bit per key, but for the last run served); otherwise the search is a heuristic. Runs of
// weight 0 get nothing, and memory that lowers no rate stays unspent. Cost: some 500 rates for each
// distinct run size, and O(moves * corners) with at most 50 * 48 moves.
Result<Allocation> AllocateCurveAware(const AllocationProblem& problem);

}  // namespace bitladder::sim
