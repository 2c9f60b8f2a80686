// How the lookups for existing keys fall upon the runs, by the config's distribution.
#pragma once

#include <vector>

#include "experiments/config/experiment_config.h"
#include "experiments/result/loaded_tree.h"

namespace bitladder::experiments {

// What lookups for the keys of one run amount to, as shares of the lookups for existing keys.
struct TargetMass {
  double mass = 0;     // probability that a lookup is for one of them
  double squares = 0;  // sum over these keys of P(a lookup is for that key)^2
};

// One for each run, newest first; masses sum to 1. Runs hold entries in order of age, as they do
// after distinct inserts and after a bulk load. Uniform, target_level (TODS Fig. 13B; the tree must
// have runs there) and temporality (Monkey Fig. 11D): sim's target masses. Zipf: which entry has
// which rank is part of the workload (EntriesByRank of seed_lookups), so the first 2^18 ranks are
// put into the runs that hold them; the rest count as spread evenly, which leaves a standard
// deviation below 0.001 of a mass, and none on trees of that many entries.
std::vector<TargetMass> TargetMasses(const ExperimentConfig& config, const LoadedTree& tree);

}  // namespace bitladder::experiments
