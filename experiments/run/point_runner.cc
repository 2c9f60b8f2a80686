#include "experiments/run/point_runner.h"

#include <utility>

#include "experiments/predict/filter_planning.h"
#include "experiments/predict/growing_tree.h"
#include "experiments/predict/predict.h"

namespace bitladder::experiments {
namespace {

Status PredictAndObserve(const Point& point, Dataset& dataset, Outcome* outcome) {
  const LoadedTree& tree = dataset.tree();
  outcome->tree = tree;
  const Result<std::uint64_t> lookups = LookupCount(point.config, tree);
  if (!lookups) return tl::unexpected(lookups.error());
  Result<FilterPlan> filters = PlanFilters(point.config, point.config.filters.allocation, tree);
  if (!filters) return tl::unexpected(filters.error());
  outcome->filters = *std::move(filters);
  if (Status planned = AddFlushes(point.config, *lookups, &*outcome->filters); !planned) {
    return planned;
  }
  Result<Prediction> prediction = Predict(point.config, tree, *outcome->filters, *lookups);
  if (!prediction) return tl::unexpected(prediction.error());
  outcome->prediction = *std::move(prediction);
  auto observation = dataset.Observe(point, *outcome->filters, *lookups);
  if (!observation) return tl::unexpected(observation.error());
  outcome->observation = *std::move(observation);
  return {};
}

}  // namespace

Outcome RunPoint(const Point& point, Dataset& dataset) {
  Outcome outcome;
  const Status done = PredictAndObserve(point, dataset, &outcome);
  if (!done) outcome.error = done.error().message;
  return outcome;
}

}  // namespace bitladder::experiments
