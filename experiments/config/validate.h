// Rules that no single field can check: fields against each other, and what has not been built so
// far.
#pragma once

#include "experiments/config/experiment_config.h"
#include "experiments/result_type.h"

namespace bitladder::experiments {

// Fields that are each allowed but cannot stand together, e.g. padded blocks with compression. The
// error gives the JSON pointer, the value and the mend. The first rule that is broken is reported.
Status CheckAcrossFields(const ExperimentConfig& config);

// What a backend cannot do so far is refused here, before anything runs, with what it can do.
Status CheckSupported(const ExperimentConfig& config);

}  // namespace bitladder::experiments
