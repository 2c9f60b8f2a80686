// From a config to what the store is told, and from the store's errors to the experiment's.
#pragma once

#include "engine/filter/filter.h"
#include "engine/result.h"
#include "engine/store/options.h"
#include "experiments/config/experiment_config.h"
#include "experiments/result_type.h"
#include "experiments/workload/key_space.h"

namespace bitladder::experiments {

tl::unexpected<Error> FailedInStore(const engine::Error& error);

// The store that is loaded: no log, no filters (they are assigned point by point).
engine::StoreOptions OptionsForLoading(const ExperimentConfig& config,
                                       engine::FileSystem& file_system);

// The same store, frozen, read as the config's storage section says.
engine::StoreOptions OptionsForReading(const ExperimentConfig& config,
                                       engine::FileSystem& file_system);

// A private copy of it, that updates may change; `choose` gives filters to the runs they write.
engine::StoreOptions OptionsForUpdating(const ExperimentConfig& config,
                                        engine::FileSystem& file_system,
                                        engine::FilterChooser choose);

KeySpace KeySpaceOf(const ExperimentConfig& config);

}  // namespace bitladder::experiments
