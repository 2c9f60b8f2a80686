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

// Whether a point gives the same record while others run: not where its lookups are timed on real
// files. Backends without files keep their own time.
bool MayRunBesideOthers(const Point& point);

// How `threads` >= 1 are spread over `datasets`: a lane loads one dataset after another and answers
// the points of each in as many threads as its entry says. Datasets come first; threads that they
// leave over share a dataset. No lanes where there are no datasets.
std::vector<int> LanesFor(std::size_t datasets, int threads);

}  // namespace bitladder::experiments
