// A config's distribution as the keys that the lookups of a loaded tree ask for.
#pragma once

#include <string_view>

#include "experiments/config/experiment_config.h"
#include "experiments/result/loaded_tree.h"
#include "experiments/workload/lookup_stream.h"

namespace bitladder::experiments {

// Runs hold entries in the order of loading, the oldest run the first ones. Which entry has which
// rank follows from seed_lookups alone, so that all points of a sweep favour the same entries;
// which absent key has which rank also from `point_id`, so that points are independent. Repetitions
// share both: they ask the same favourites anew.
Popularity PopularityOf(const ExperimentConfig& config, std::string_view point_id,
                        const LoadedTree& tree);

}  // namespace bitladder::experiments
