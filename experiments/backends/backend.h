// One way of answering a point. A backend loads a dataset once and answers many points on it.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "experiments/result/filter_plan.h"
#include "experiments/result/loaded_tree.h"
#include "experiments/result/observation.h"
#include "experiments/result_type.h"
#include "experiments/run/point.h"

namespace bitladder::experiments {

// A loaded dataset. Answering points does not change it, so many points share it; one at a time.
class Dataset {
 public:
  virtual ~Dataset() = default;
  virtual const LoadedTree& tree() const = 0;

  // Builds the planned filters and does the point's lookups. No value from backends that only
  // predict. A lookup with a wrong answer is an error.
  virtual Result<std::optional<Observation>> Observe(const Point& point, const FilterPlan& filters,
                                                     std::uint64_t lookups) = 0;

  // Another handle on the same loaded data, for another thread: its points run beside those of this
  // one, each with filters and counts of its own. Null where a backend answers one point at a time.
  virtual Result<std::unique_ptr<Dataset>> Share() const { return nullptr; }
};

class Backend {
 public:
  virtual ~Backend() = default;
  // Loads (or models) the tree of `point` into `directory`, which does not exist yet and which the
  // caller removes after the dataset is gone.
  virtual Result<std::unique_ptr<Dataset>> Load(const Point& point,
                                                const std::string& directory) = 0;
};

// By the config's name; an unknown one is a kConfig error that lists the known ones.
Result<std::unique_ptr<Backend>> MakeBackend(const std::string& name);

}  // namespace bitladder::experiments
