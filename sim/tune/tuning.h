// The best design for a workload: size ratio, merge policy, and buffer against filters.
#pragma once

#include <vector>

#include "sim/result.h"
#include "sim/tune/design_cost.h"

namespace bitladder::sim {

struct Tuning {
  // The best buffer for each size ratio and merge policy, by average cost, best first. What follows
  // the first shows how flat the optimum is.
  std::vector<TunedDesign> designs;
};

// The least theta (Monkey 2017 Eq. 12) by exhaustive search over T in 2..max_size_ratio, the merge
// policies of the problem's space, and the number of levels. Costs depend on the buffer through L
// alone, so of all buffers that give L levels the smallest, N E (T-1)/T / T^L, is the best: it
// leaves most to the filters. That makes the search exact. Equal costs keep the smaller T, then the
// fewer runs. Cost: size ratios * policies * levels closed forms of about 0.2 us; kFluid has
// (T-1)^2 policies.
Result<Tuning> TuneExhaustively(const TuningProblem& problem);

}  // namespace bitladder::sim
