// From a budget and the runs of a tree to the filter of each run.
#pragma once

#include <memory>
#include <string_view>

#include "experiments/config/experiment_config.h"
#include "experiments/result/filter_plan.h"
#include "experiments/result/loaded_tree.h"
#include "experiments/result_type.h"
#include "sim/filter/fpr_model.h"
#include "sim/tree/tree_design.h"

namespace bitladder::experiments {

// K and Z by the config's name for them.
sim::MergePolicy MergePolicyOf(const TreeConfig& tree);

// The curve of the config's filter kind; kind "none" has the curve of no memory: rate 1.
Result<std::unique_ptr<sim::FprModel>> ModelOf(const FiltersConfig& filters);

// M in bits, rounded down: bits_per_key x entries on disk, or 8 x memory_bytes.
std::uint64_t BudgetBits(const FiltersConfig& filters, const LoadedTree& tree);

// Bits by `allocation` (a policy's name) within the config's budget. A policy that misses the
// budget by itself is scaled to it; `bits_per_key_requested` keeps what it asked for. For policy
// "explicit" the budget is what its list costs. A run's false positive weighs what it costs an
// absent key; under "monkey_general" what it costs any lookup of the config's mix. Filters assigned
// at creation keep what they got then (predict/stale_filters.h).
Result<FilterPlan> PlanFilters(const ExperimentConfig& config, std::string_view allocation,
                               const LoadedTree& tree);

}  // namespace bitladder::experiments
