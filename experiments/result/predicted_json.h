// The predicted half of a record.
#pragma once

#include "experiments/config/json.h"
#include "experiments/result/prediction.h"

namespace bitladder::experiments {

// Member "predicted". I/Os are per lookup, times in microseconds, intervals of 95 %.
Json PredictedJson(const Prediction& predicted);

}  // namespace bitladder::experiments
