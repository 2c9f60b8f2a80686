// Policy `hill_climb`: the search of Monkey 2017 App. C, for runs of any size and any filter's
// curve.
#pragma once

#include "sim/allocate/allocation.h"

namespace bitladder::sim {

// More pairs than this make the search too slow to be useful; `monkey` and `curve_aware` have no
// such limit.
inline constexpr std::size_t kMaxHillClimbRuns = 1000;

// Monkey 2017 App. C, Algorithm 1: all bits start at the first run; for every pair of runs, `delta`
// bits move from one to the other while that lowers sum_j c_j Fpr(bits_j / n_j, n_j) on the
// problem's model; when no pair gains, delta halves, from M down to one bit. On the ideal curve it
// ends within a bit of the optimum; where a curve is not convex it can stop earlier, in a local
// optimum. Cost O(runs^2 log M) rates. More than kMaxHillClimbRuns runs are an error.
Result<Allocation> AllocateHillClimb(const AllocationProblem& problem);

}  // namespace bitladder::sim
