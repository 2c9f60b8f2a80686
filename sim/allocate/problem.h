// What every policy asks of an AllocationProblem and of the bits that it gives.
#pragma once

#include <vector>

#include "sim/allocate/allocation.h"

namespace bitladder::sim {

// More bits per key than any filter can use: a total was probably given in their place.
inline constexpr double kMaxBudgetBitsPerKey = 1000;

// Every field in its range, and as many weights as runs; the error names the parameter and its
// range.
Result<void> Validate(const AllocationProblem& problem);

// n_j of each run.
std::vector<double> EntriesOf(const TreeShape& tree);

// c_j: the problem's weight of run j, 1 where none are given.
double WeightOf(const AllocationProblem& problem, std::size_t run);

// An allocation of these bits, its spending summed.
Allocation MakeAllocation(const TreeShape& tree, std::vector<double> bits_per_key);

}  // namespace bitladder::sim
