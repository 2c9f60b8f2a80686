// Policy `explicit`: the bits per key of each level, as a user or an engine's options state them.
#pragma once

#include "sim/allocate/allocation.h"

namespace bitladder::sim {

// Every run of level i gets explicit_bits[i-1]. The budget is not looked at: spent_bits is what the
// list costs. A list that names fewer levels than the tree has, or a value outside 0..1000, is an
// error.
Result<Allocation> AllocateExplicit(const AllocationProblem& problem);

}  // namespace bitladder::sim
