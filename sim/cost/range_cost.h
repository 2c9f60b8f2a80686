// Q, what a range lookup costs in block I/Os.
#pragma once

#include "sim/cost/update_cost.h"
#include "sim/tree/tree_design.h"

namespace bitladder::sim {

// One seek into every run and then the blocks that hold the selected entries, read in sequence:
// Q = runs + selected / (mu B). With runs = L (leveling) or L (T-1) (tiering), selected = s N and
// mu = 1 it is Monkey 2017 Eq. 11. `selected_entries` counts entries of all runs, obsolete ones
// too.
double RangeCost(double runs, double selected_entries, const IoPrices& prices);

// Dostoevsky 2018 Eq. 11: Q = K (L-1) + Z + s/(mu B) (Z + 1/T), where s counts distinct entries:
// each has up to Z copies at the largest level and a share of 1/T above it.
double RangeCostDostoevsky(int size_ratio, int levels, const MergePolicy& policy,
                           double selected_distinct_entries, const IoPrices& prices);

}  // namespace bitladder::sim
