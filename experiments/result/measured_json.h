// The measured half of a record.
#pragma once

#include "experiments/config/json.h"
#include "experiments/result/observation.h"

namespace bitladder::experiments {

// Member "measured". Counts are exact, times in microseconds.
Json MeasuredJson(const Observation& seen);

}  // namespace bitladder::experiments
