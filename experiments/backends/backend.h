// One way of answering a point. A backend loads a dataset once and answers many points on it.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "experiments/result/observation.h"
#include "experiments/result_type.h"
#include "experiments/run/point.h"

namespace bitladder::experiments {

// The tree of a loaded dataset, as the allocation sees it: newest run first.
struct LoadedRun {
  int level = 1;
  int run = 1;
  std::uint64_t entries = 0;  // distinct keys
};

// What the allocation decided for a point: the filter of each run, newest first.
struct AssignedFilters {
  std::vector<double> bits_per_key_requested;
  std::vector<std::uint32_t> bits_per_key_1024;
};

// A loaded dataset. Answering points does not change it, so many points share it.
class Dataset {
 public:
  virtual ~Dataset() = default;
  virtual std::vector<LoadedRun> runs() const = 0;
  virtual Result<Observation> Observe(const Point& point, const AssignedFilters& filters,
                                      std::uint64_t lookups) = 0;
};

class Backend {
 public:
  virtual ~Backend() = default;
  // Loads (or models) the dataset of `point` under `scratch_directory`.
  virtual Result<std::unique_ptr<Dataset>> Load(const Point& point,
                                                const std::string& scratch_directory) = 0;
};

}  // namespace bitladder::experiments
