// What would stop a run is found before anything is written.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "experiments/config/json.h"
#include "experiments/result_type.h"
#include "experiments/run/schedule.h"

namespace bitladder::experiments {

// Creates the directory where it is missing. Every error has kind kConfig and names the path.
Status PrepareDirectory(const std::string& directory);

// Whether the datasets will fit: the `at_once` >= 1 largest at the same time, or all of them when
// they are kept. kConfig error with the bytes needed and free.
Status CheckDiskSpace(const std::vector<DatasetJob>& jobs, const std::string& directory,
                      std::size_t at_once, bool keep_datasets);

// Records of different builds are not mixed: `earlier` is the manifest that is already there.
Status CheckSameBuild(const Json& earlier, const Json& build, const std::string& directory);

}  // namespace bitladder::experiments
