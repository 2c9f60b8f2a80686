// Which runs a lookup can waste an I/O on: the bridge from a workload to the theory's sums over
// runs.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "experiments/config/experiment_config.h"
#include "experiments/result/loaded_tree.h"
#include "experiments/result/prediction.h"

namespace bitladder::experiments {

// Lookups that waste an I/O on each false positive of the runs first_run..last_run-1 (newest
// first), and on no other run.
struct LookupClass {
  double probability = 0;
  std::size_t first_run = 0;
  std::size_t last_run = 0;
  double squares = 0;  // sum over the class' keys of P(a lookup of this kind is for that key)^2
  bool operator==(const LookupClass&) const = default;
};

struct LookupClasses {
  std::vector<LookupClass> absent;    // probabilities sum to 1
  std::vector<LookupClass> existing;  // likewise
  double existing_fraction = 0;       // of all lookups
};

// Random load: an absent key lies in every run's range, so all runs can waste an I/O on it; a key
// of run j meets the runs newer than j. Sequential load: an absent key lies in the range of one
// run, which is run j with probability (n_j - 1) / sum (n - 1), the gaps between its keys; the
// fences of all others reject it, as they reject an existing key of another run. How existing keys
// fall upon the runs is TargetMasses; absent keys repeat under Zipf's law alone.
LookupClasses ClassifyLookups(const ExperimentConfig& config, const LoadedTree& tree);

// Probability that run j's false positive costs an absent key an I/O.
std::vector<double> AbsentWeights(const LookupClasses& classes, std::size_t runs);

// The same of any lookup, absent or existing: c_j of TODS 2018 section 4.4.
std::vector<double> MixedWeights(const LookupClasses& classes, std::size_t runs);

// Moments of one lookup's wasted I/Os (derivation: LookupCost).
LookupCost CostOf(const LookupClasses& classes, std::span<const PredictedRun> runs);

// P(0), P(1), ... wasted I/Os of one lookup.
std::vector<double> WastedIoPmf(const LookupClasses& classes, std::span<const double> fpr);

}  // namespace bitladder::experiments
