// Policy `monkey_asymptotic`: the ladder that textbooks print, one constant number of bits a step.
#pragma once

#include "sim/allocate/allocation.h"

namespace bitladder::sim {

// b_i = h + (ln T/beta)(L - i - 1/(T-1)), for K != Z with the weights' term, cut off at 0 (Monkey
// 2017 section 5; cost/closed_form.h). As published: it spends too little on a full finite tree and
// too much at low budgets and on uneven trees, where it can lose to uniform (THEORY section 7).
Result<Allocation> AllocateMonkeyAsymptotic(const AllocationProblem& problem);

}  // namespace bitladder::sim
