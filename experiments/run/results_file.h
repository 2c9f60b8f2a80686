// results.json: manifest, config and every record of an experiment in one file.
#pragma once

#include <string>
#include <vector>

#include "experiments/config/json.h"
#include "experiments/result_type.h"

namespace bitladder::experiments {

// Writes results.json into `directory` in one step. The manifest's own copy of the config stands
// beside it as "config".
Status WriteResultsFile(const std::string& directory, const Json& manifest,
                        const std::vector<const Json*>& records);

}  // namespace bitladder::experiments
