// Filters that were built while the tree grew, and that nothing has rebuilt since.
#pragma once

#include <cstdint>
#include <string_view>

#include "experiments/config/experiment_config.h"
#include "experiments/result/filter_plan.h"
#include "experiments/result/loaded_tree.h"
#include "experiments/result_type.h"

namespace bitladder::experiments {

// `config` for a tree of `entries` on the way to its own: filters assigned to that tree as it
// stands, with as many bits per key on average as the config gives the whole tree (a budget in
// bytes grows with the tree).
ExperimentConfig AtSize(const ExperimentConfig& config, std::uint64_t entries);

// `now`, the plan of `allocation` on `tree` as it stands, with each run's filter replaced by the
// one that it got when it was last written: it was the newest run then, and `allocation` saw the
// tree of that moment. bits_per_key_requested stays what the allocation asks for now. What is spent
// differs from the budget in either direction: that is what stale filters do. Fails where `tree` is
// not the tree that inserts grow.
Result<FilterPlan> PlanAtCreation(const ExperimentConfig& config, std::string_view allocation,
                                  const LoadedTree& tree, FilterPlan now);

}  // namespace bitladder::experiments
