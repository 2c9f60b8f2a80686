// One point and repetition: what was asked, what theory says, what was seen. One line of
// points.jsonl.
#pragma once

#include <optional>
#include <string>

#include "experiments/config/json.h"
#include "experiments/result/filter_plan.h"
#include "experiments/result/loaded_tree.h"
#include "experiments/result/observation.h"
#include "experiments/result/prediction.h"
#include "experiments/run/point.h"

namespace bitladder::experiments {

inline constexpr int kRecordSchemaVersion = 1;

// What was found out about a point. A failed point has `error` and whatever was known by then.
struct Outcome {
  std::string error;  // empty: ok; one line otherwise
  std::optional<LoadedTree> tree;
  std::optional<FilterPlan> filters;
  std::optional<Prediction> prediction;
  std::optional<Observation> observation;  // null for backends that only predict
};

// The record as JSON. Names carry units; what is not available is null with its reason in a member
// of the same name and the ending "_status". No number in it is NaN or infinite.
Json RecordJson(const Point& point, const Outcome& outcome);

}  // namespace bitladder::experiments
