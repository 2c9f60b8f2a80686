// In which order the points of a plan run.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "experiments/run/plan.h"

namespace bitladder::experiments {

// Points that share one loaded dataset, in the order in which they run.
struct DatasetJob {
  std::string dataset_id;
  std::vector<const Point*> points;  // not empty
};

// The points for which `outstanding` holds. Datasets come in the order of the sweep. Within one,
// points that differ in their allocation alone are compared with each other, so their repetitions
// alternate: uniform 0, monkey 0, uniform 1, monkey 1, ... and what drifts on the machine meets
// them alike. The plan must outlive the jobs.
std::vector<DatasetJob> Schedule(const Plan& plan,
                                 const std::function<bool(const Point&)>& outstanding);

}  // namespace bitladder::experiments
