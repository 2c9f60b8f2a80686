// From real-valued bits per key to what a filter can hold: multiples of 1/1024 bit per key (so that
// no libm digit decides a size) and whole bytes or slots, never above the budget.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/allocate/allocation.h"

namespace bitladder::sim {

inline constexpr double kBitsPerKeyUnit = 1.0 / 1024;

struct QuantizedAllocation {
  std::vector<std::uint32_t>
      bits_per_key_1024;           // of each run, in 1/1024 bit per key, <= 128 * 1024
  std::vector<double> spent_bits;  // model.SpentBits of each run
  double total_spent_bits = 0;     // <= budget_bits
};

// Rounds every run down, then spends what is left by largest gain (weight * drop of Fpr) per bit
// while a step still fits. `problem.model` gives SpentBits and Fpr. Cost O(runs log runs + steps).
// An allocation that asks for more than the budget is an error (scale it first).
Result<QuantizedAllocation> Quantize(const AllocationProblem& problem,
                                     const Allocation& allocation);

}  // namespace bitladder::sim
