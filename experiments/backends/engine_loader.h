// Fills an empty store with the keys of a config.
#pragma once

#include "engine/store/store.h"
#include "experiments/config/experiment_config.h"
#include "experiments/result_type.h"

namespace bitladder::experiments {

// Loader "insert": every key once, in index order, through buffer and merges; ends with a flush.
// Loader "bulk": each run that theory gives the grown tree is sorted in memory (8 bytes an entry of
// the largest run) and written once, the oldest first. Both put the same keys into the same runs:
// the oldest run holds the first keys.
Status LoadStore(const ExperimentConfig& config, engine::Store& store);

}  // namespace bitladder::experiments
