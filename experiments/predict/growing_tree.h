// The tree that grows under the lookups of a point with updates.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "experiments/config/experiment_config.h"
#include "experiments/result/filter_plan.h"
#include "experiments/result/loaded_tree.h"
#include "experiments/result_type.h"
#include "experiments/workload/operation_mix.h"

namespace bitladder::experiments {

OperationMix MixOf(const WorkloadConfig& workload, std::uint64_t lookups);

// The tree between two flushes, and the lookups that meet it.
struct TreeState {
  LoadedTree tree;            // no fingerprint
  std::uint64_t lookups = 0;  // that meet this tree
};

// The states from the loaded tree on, one more than the mix has flushes. Updates put new keys: the
// k-th flush is the (F + k)-th of the tree's life, and the merge rule says the rest (sim/tree). The
// buffer is empty at first, and flushed by the first update that does not fit into it.
Result<std::vector<TreeState>> GrowUnderLookups(const TreeConfig& tree, const OperationMix& mix);

// The newest run of each state but the first, with the filter that `allocation` gives it in the
// tree of that moment, at the bits per key that the config gives the loaded tree.
Result<std::vector<PlannedFlush>> PlanFlushes(const ExperimentConfig& config,
                                              std::string_view allocation,
                                              const std::vector<TreeState>& states);

// Puts them into `filters`, which is the config's plan on its loaded tree.
Status AddFlushes(const ExperimentConfig& config, std::uint64_t lookups, FilterPlan* filters);

}  // namespace bitladder::experiments
