// Where existing lookups find their keys: the probability of each run, newest first.
#pragma once

#include <vector>

#include "sim/result.h"
#include "sim/tree/tree_shape.h"

namespace bitladder::sim {

// Every entry is as likely: n_j / N. Also right for any popularity that has nothing to do with age,
// such as Zipf ranks dealt out at random.
std::vector<double> UniformTargets(const TreeShape& tree);

// All in the oldest run, the worst case of Monkey 2017 Eq. 9.
std::vector<double> OldestRunTargets(const TreeShape& tree);

// All in one level, by its entries (TODS 2018 figure 13B). A level without runs is an error.
Result<std::vector<double>> LevelTargets(const TreeShape& tree, int level);

// The newest c of the entries get 1 - c of the lookups, both uniformly (Monkey 2017 figure 11D);
// c = 1/2 is uniform. `temporality` c in (0, 1). Runs hold entries in order of age, as they do
// after inserts.
Result<std::vector<double>> TemporalTargets(const TreeShape& tree, double temporality);

}  // namespace bitladder::sim
