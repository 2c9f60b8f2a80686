// Policy `uniform`: the same bits per key for every run, as every mainstream store does.
#pragma once

#include "sim/allocate/allocation.h"

namespace bitladder::sim {

// b_j = M / N (Monkey 2017 section 4.1's state of the art). Weights are not looked at.
Result<Allocation> AllocateUniform(const AllocationProblem& problem);

}  // namespace bitladder::sim
