// Policy `monkey_closed_form`: the rates of Monkey 2017 Eq. 5-8, as published.
#pragma once

#include "sim/allocate/allocation.h"
#include "sim/cost/closed_form.h"

namespace bitladder::sim {

// Level i of the tree's L gets p_i of Eq. 5/6 (its fluid form, cost/closed_form.h) with L_u from
// Eq. 8 and R from Eq. 7 at h = M / N; b_i = -ln(p_i)/beta. Reads size ratio and merge policy of
// the problem and takes the tree to be a full one of that design, so on any other tree it misses
// the budget.
Result<Allocation> AllocateMonkeyClosedForm(const AllocationProblem& problem);

// The same for any level weights: each run of level i gets the bits of MonkeyLimitFpr(tree, ., i).
Allocation AllocateLimit(const AllocationProblem& problem, const ClosedFormTree& tree);

}  // namespace bitladder::sim
