// The tree and its filters in a record: each run, newest first, as planned, as predicted, as seen.
#pragma once

#include "experiments/config/json.h"
#include "experiments/result/record.h"

namespace bitladder::experiments {

// Member "tree". Expects outcome.tree; its runs are listed once filters and prediction are known.
Json TreeJson(const Outcome& outcome);

// Member "filter_memory": bits of the budget and bits spent, bytes in the files and bytes resident.
// `seen` may be null: then nothing was measured.
Json FilterMemoryJson(const FilterPlan& plan, const Observation* seen);

}  // namespace bitladder::experiments
