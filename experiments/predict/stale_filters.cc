#include "experiments/predict/stale_filters.h"

#include <utility>

#include "experiments/config/entry_size.h"
#include "experiments/predict/filter_planning.h"
#include "experiments/predict/grown_runs.h"
#include "sim/tree/tree_growth.h"

namespace bitladder::experiments {
namespace {

// The filter of the newest run of the tree of `config`.
Result<PlannedFilter> FilterOfNewestRun(const ExperimentConfig& config,
                                        std::string_view allocation) {
  const Result<LoadedTree> tree = GrownRuns(config.tree);
  if (!tree) return tl::unexpected(tree.error());
  const Result<FilterPlan> plan = PlanFilters(config, allocation, *tree);
  if (!plan) return tl::unexpected(plan.error());
  return plan->runs.front();
}

}  // namespace

ExperimentConfig AtSize(const ExperimentConfig& config, std::uint64_t entries) {
  ExperimentConfig then = config;
  then.filters.assigned = "after_load";
  if (config.filters.memory_bytes > 0) {
    then.filters.memory_bytes = 0;
    then.filters.bits_per_key = 8 * static_cast<double>(config.filters.memory_bytes) /
                                static_cast<double>(config.tree.entries);
  }
  then.tree.entries = entries;
  return then;
}

Result<FilterPlan> PlanAtCreation(const ExperimentConfig& config, std::string_view allocation,
                                  const LoadedTree& tree, FilterPlan now) {
  const auto grown = sim::GrowTree(config.tree.entries, BufferEntries(config.tree),
                                   config.tree.size_ratio, MergePolicyOf(config.tree));
  if (!grown) return Fail(ErrorKind::kRun, "tree: " + grown.error().message);
  const Result<LoadedTree> as_grown = GrownRuns(config.tree);
  if (!as_grown) return tl::unexpected(as_grown.error());
  if (as_grown->runs != tree.runs) {
    return Fail(ErrorKind::kRun,
                "filters at creation: the tree is not the one that its inserts grow, so what it "
                "looked like when each run was written is not known");
  }
  for (std::size_t j = 0; j < tree.runs.size(); ++j) {
    const Result<PlannedFilter> then =
        FilterOfNewestRun(AtSize(config, grown->entries_at_creation[j]), allocation);
    if (!then) return tl::unexpected(then.error());
    now.runs[j].requested_at_creation = then->bits_per_key_requested;
    now.runs[j].bits_per_key_1024 = then->bits_per_key_1024;
    now.runs[j].spent_bits = then->spent_bits;
  }
  return now;
}

}  // namespace bitladder::experiments
