// One point on a loaded dataset: plan the filters, predict, observe.
#pragma once

#include "experiments/backends/backend.h"
#include "experiments/result/record.h"
#include "experiments/run/point.h"

namespace bitladder::experiments {

// Never fails as a whole: an error becomes the outcome's, beside what was known by then.
Outcome RunPoint(const Point& point, Dataset& dataset);

}  // namespace bitladder::experiments
