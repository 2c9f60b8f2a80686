// Policy `monkey_general`: the optimum for a mix of zero-result lookups and lookups that find their
// key.
//
// A lookup probes run j unless it has found its key in a newer run. So with nu existing lookups for
// each zero-result one, a false positive of run j costs c_j = (1 + nu P(target is older than run
// j))/(1 + nu) of a lookup (THEORY section 5, exact for any tree and targets). TODS 2018
// section 4.4 is the special case of all targets in the largest level, in closed form.
#pragma once

#include <vector>

#include "sim/allocate/allocation.h"

namespace bitladder::sim {

// c_j of every run for `problem.existing`, times the problem's own weights. Without target masses
// the targets are uniform over the entries. Runs newest first.
std::vector<double> MixedLookupWeights(const AllocationProblem& problem);

// Exact: SolveMonkey with MixedLookupWeights.
Result<Allocation> AllocateMonkeyGeneral(const AllocationProblem& problem);

// Policy `monkey_general_closed_form`: TODS 2018 section 4.4 as published, the limit of many levels
// with every existing key in the largest one (AllocateLimit on MixedLookupTree).
Result<Allocation> AllocateMonkeyGeneralClosedForm(const AllocationProblem& problem);

}  // namespace bitladder::sim
