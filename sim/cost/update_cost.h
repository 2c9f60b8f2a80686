// W, what an update costs in block I/Os until it has reached the largest level.
#pragma once

#include "sim/result.h"
#include "sim/tree/tree_design.h"

namespace bitladder::sim {

// What an I/O is worth.
struct IoPrices {
  double entries_per_block = 4;       // B, >= 1
  double write_over_read = 1;         // phi >= 0, cost of writing a block over that of reading it
  double sequential_over_random = 1;  // mu >= 1, how much faster sequential access is
  bool operator==(const IoPrices&) const = default;
};

Result<void> Validate(const IoPrices& prices);

// How often an entry is written at a level of `runs` runs while it is there: (T-1)(T-1+K)/(2KT)
// where K divides T-1, and exact for whole arrivals otherwise (tree/tree_growth.h). (T-1)/2 for K =
// 1 and (T-1)/T for K = T-1, as in Monkey 2017 Eq. 10. `runs` in 1..T-1.
double CopiesPerLevel(int size_ratio, int runs);

// Write amplification of a tree of L levels that keeps its merge policy: (L-1) copies at K and one
// at Z.
double CopiesPerEntry(int size_ratio, int levels, const MergePolicy& policy);

// Monkey 2017 Eq. 10: W = (1+phi)/B copies: each copy is read once and written once, sequential or
// not. For leveling L/B (T-1)/2 (1+phi), for tiering L/B (T-1)/T (1+phi).
double UpdateCost(int size_ratio, int levels, const MergePolicy& policy, const IoPrices& prices);

// Dostoevsky 2018 Eq. 12: W = phi/(mu B) [(T-1)/(K+1) (L-1) + (T-1)/(Z+1)], which counts the writes
// of sequential merges only and spreads arrivals over K+1 runs.
double UpdateCostDostoevsky(int size_ratio, int levels, const MergePolicy& policy,
                            const IoPrices& prices);

}  // namespace bitladder::sim
