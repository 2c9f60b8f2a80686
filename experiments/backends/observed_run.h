// A run of the store as an observation shows it.
#pragma once

#include "engine/store/statistics.h"
#include "engine/store/store.h"
#include "experiments/result/observation.h"

namespace bitladder::experiments {

// The filter in force and what lookups did to the run.
ObservedRun RunSeen(const engine::RunInfo& info, const engine::RunCounters& counters);

}  // namespace bitladder::experiments
