#include "experiments/predict/growing_tree.h"

#include <utility>

#include "experiments/config/entry_size.h"
#include "experiments/predict/filter_planning.h"
#include "experiments/predict/grown_runs.h"
#include "experiments/predict/stale_filters.h"
#include "sim/tree/tree_growth.h"

namespace bitladder::experiments {
namespace {

// The tree after `flushes` flushes of whole buffers, save that flush number `partial` (1 is the
// first) lacked `missing` entries.
Result<LoadedTree> TreeAfter(const TreeConfig& tree, std::uint64_t flushes, std::uint64_t partial,
                             std::uint64_t missing) {
  const std::uint64_t buffer = BufferEntries(tree);
  TreeConfig whole = tree;
  whole.entries = flushes * buffer;
  Result<LoadedTree> grown = GrownRuns(whole);
  if (!grown) return grown;
  std::uint64_t flush = 0;
  for (auto run = grown->runs.rbegin(); run != grown->runs.rend(); ++run) {
    flush += run->entries / buffer;
    if (flush < partial) continue;
    run->entries -= missing;
    break;
  }
  return grown;
}

// Updates after which the k-th flush has not happened yet: it is set off by the one after.
std::uint64_t UpdatesWithin(std::uint64_t flushes, std::uint64_t buffer_entries) {
  return (flushes + 1) * buffer_entries;
}

}  // namespace

OperationMix MixOf(const WorkloadConfig& workload, std::uint64_t lookups) {
  return MixOf(lookups, workload.range_fraction, workload.updates_fraction);
}

Result<std::vector<TreeState>> GrowUnderLookups(const TreeConfig& tree, const OperationMix& mix) {
  const std::uint64_t buffer = BufferEntries(tree);
  const std::uint64_t loaded = (tree.entries + buffer - 1) / buffer;
  const std::uint64_t missing = loaded * buffer - tree.entries;
  const std::uint64_t flushes = mix.updates == 0 ? 0 : (mix.updates - 1) / buffer;
  std::vector<TreeState> states;
  std::uint64_t lookups_before = 0;
  for (std::uint64_t k = 0; k <= flushes; ++k) {
    Result<LoadedTree> now = TreeAfter(tree, loaded + k, loaded, missing);
    if (!now) return tl::unexpected(now.error());
    const std::uint64_t lookups = mix.LookupsWithin(UpdatesWithin(k, buffer));
    states.push_back({*std::move(now), lookups - lookups_before});
    lookups_before = lookups;
  }
  return states;
}

Result<std::vector<PlannedFlush>> PlanFlushes(const ExperimentConfig& config,
                                              std::string_view allocation,
                                              const std::vector<TreeState>& states) {
  std::vector<PlannedFlush> flushes;
  for (std::size_t k = 1; k < states.size(); ++k) {
    const LoadedTree& tree = states[k].tree;
    const Result<FilterPlan> plan = PlanFilters(AtSize(config, tree.entries()), allocation, tree);
    if (!plan) return tl::unexpected(plan.error());
    const LoadedRun& newest = tree.runs.front();
    flushes.push_back({newest.level, newest.entries, plan->runs.front()});
  }
  return flushes;
}

Status AddFlushes(const ExperimentConfig& config, std::uint64_t lookups, FilterPlan* filters) {
  const OperationMix mix = MixOf(config.workload, lookups);
  if (mix.updates == 0) return {};
  const auto states = GrowUnderLookups(config.tree, mix);
  if (!states) return tl::unexpected(states.error());
  auto flushes = PlanFlushes(config, config.filters.allocation, *states);
  if (!flushes) return tl::unexpected(flushes.error());
  filters->flushes = *std::move(flushes);
  return {};
}

}  // namespace bitladder::experiments
