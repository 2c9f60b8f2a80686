// How long a plan will take, before it runs.
#pragma once

#include <cstdint>

#include "experiments/result_type.h"
#include "experiments/run/plan.h"

namespace bitladder::experiments {

struct TimeEstimate {
  double seconds = 0;         // loading each dataset once and answering every point
  std::uint64_t lookups = 0;  // of all points together; "auto" resolved
};

// From counts (entries written by the merges, lookups, wasted I/Os) and round costs of one core of
// a quiet machine with the data in its page cache: right within a factor of three or so there, and
// far too low where lookups wait for a disk. Errors as sim's: a tree or filter out of its domain.
Result<TimeEstimate> EstimateTime(const Plan& plan);

}  // namespace bitladder::experiments
