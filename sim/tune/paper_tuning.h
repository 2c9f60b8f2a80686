// The tuning procedures of the Monkey papers, to stand beside the exhaustive search.
#pragma once

#include "sim/result.h"
#include "sim/tune/design_cost.h"

namespace bitladder::sim {

// Both choose between leveling and tiering by the papers' closed forms (PublishedCost) and know
// nothing of finite trees; the design that they choose is returned with its exact costs
// (CostOfDesign).

// theta (Monkey 2017 Eq. 12) with R from Eq. 7, V from Eq. 9, W from Eq. 10, Q from Eq. 11 and L
// from Eq. 1, for leveling or tiering.
double PublishedCost(const TuningProblem& problem, int size_ratio, const MergePolicy& policy,
                     double buffer_bytes);

// Monkey 2017 section 4.4 and App. D. The line of designs runs from tiering at the largest T over T
// = 2, where both policies meet, to leveling at the largest T; the search starts in the middle,
// moves to a better neighbour at a distance that halves whenever neither is better. Memory is split
// for each design in three steps: all to the buffer up to the memory that filters need to matter,
// M_th / T^L; of what is more, 95 % to the filters until R falls to 10^-4; all the rest to the
// buffer. (The paper describes the steps in words; the order of their limits is our reading.)
Result<TunedDesign> TuneAsMonkey2017(const TuningProblem& problem);

// TODS 2018 section 4.5: for each number of levels L the size ratio is T = (N E / M_buf)^(1/L),
// rounded, with both policies; the split between buffer and filters is where the derivative of
// theta is zero, found by Newton's method with L as a real number and every level filtered. The two
// depend on each other, so they are iterated four times.
Result<TunedDesign> TuneAsTods2018(const TuningProblem& problem);

}  // namespace bitladder::sim
