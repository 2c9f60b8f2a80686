#include "experiments/cli/time_estimate.h"

#include <set>
#include <string>

#include "experiments/config/entry_size.h"
#include "experiments/predict/filter_planning.h"
#include "experiments/predict/growing_tree.h"
#include "experiments/predict/grown_runs.h"
#include "experiments/predict/predict.h"
#include "sim/tree/tree_growth.h"

namespace bitladder::experiments {
namespace {

// Microseconds, rounded from runs of the quickstart and the worked example.
constexpr double kInsertUs = 1.0;      // one entry through the buffer
constexpr double kWriteUs = 0.4;       // one entry written by a flush, a merge or a bulk load
constexpr double kFilterUs = 0.15;     // one key into one filter
constexpr double kPointUs = 1000;      // the rest of a point
constexpr double kLookupUs = 1.0;      // probes of all filters and the clock
constexpr double kDrawUs = 0.2;        // a simulated lookup, or one of its I/Os
constexpr double kCachedReadUs = 2.0;  // one block from the page cache, checked and searched

Result<double> LoadSeconds(const ExperimentConfig& config) {
  const TreeConfig& tree = config.tree;
  const auto entries = static_cast<double>(tree.entries);
  if (tree.loader == "bulk") return entries * (kInsertUs + kWriteUs) * 1e-6;
  const auto growth =
      sim::GrowTree(tree.entries, BufferEntries(tree), tree.size_ratio, MergePolicyOf(tree));
  if (!growth) return Fail(ErrorKind::kConfig, growth.error().message);
  const auto written = static_cast<double>(growth->total_entries_written());
  return (entries * kInsertUs + written * kWriteUs) * 1e-6;
}

Result<Prediction> Expected(const ExperimentConfig& config, const LoadedTree& tree,
                            std::uint64_t lookups) {
  Result<FilterPlan> filters = PlanFilters(config, config.filters.allocation, tree);
  if (!filters) return tl::unexpected<Error>(filters.error());
  if (Status planned = AddFlushes(config, lookups, &*filters); !planned) {
    return tl::unexpected<Error>(planned.error());
  }
  return Predict(config, tree, *filters, lookups);
}

double UpdateSeconds(const PredictedUpdates& updates) {
  return 1e-6 * (static_cast<double>(updates.count) * kInsertUs +
                 static_cast<double>(updates.entries_written) * (kWriteUs + kFilterUs));
}

}  // namespace

Result<TimeEstimate> EstimateTime(const Plan& plan) {
  TimeEstimate estimate;
  std::set<std::string> loaded;
  for (const Point& point : plan.points) {
    const ExperimentConfig& config = point.config;
    const Result<LoadedTree> tree = GrownRuns(config.tree);
    if (!tree) return tl::unexpected<Error>(tree.error());
    const Result<std::uint64_t> lookups = LookupCount(config, *tree);
    if (!lookups) return tl::unexpected<Error>(lookups.error());
    if (config.backend == "model") {
      estimate.seconds += kPointUs * 1e-6;
      continue;
    }
    const bool is_drawn = config.backend == "simulation";
    if (!is_drawn && loaded.insert(point.dataset_id).second) {
      const Result<double> load = LoadSeconds(config);
      if (!load) return tl::unexpected<Error>(load.error());
      estimate.seconds += *load;
    }
    const Result<Prediction> predicted = Expected(config, *tree, *lookups);
    if (!predicted) return tl::unexpected<Error>(predicted.error());
    const double reads = predicted->wasted_ios.mean + config.workload.existing_fraction;
    const double audit = static_cast<double>(config.workload.filter_audit_probes);
    estimate.lookups += *lookups;
    if (is_drawn) {
      const double draws = static_cast<double>(*lookups) * (1 + reads) +
                           audit * static_cast<double>(tree->runs.size());
      estimate.seconds += (kPointUs + draws * kDrawUs) * 1e-6;
      continue;
    }
    estimate.seconds +=
        1e-6 *
        (kPointUs + static_cast<double>(config.tree.entries) * kFilterUs +
         static_cast<double>(*lookups) * (kLookupUs + reads * kCachedReadUs) + audit * kLookupUs);
    if (predicted->updates) estimate.seconds += UpdateSeconds(*predicted->updates);
  }
  return estimate;
}

}  // namespace bitladder::experiments
