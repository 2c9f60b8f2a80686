// manifest.json: where and when the records of a directory came to be.
#pragma once

#include <string>

#include "experiments/config/json.h"
#include "experiments/result_type.h"
#include "experiments/run/plan.h"
#include "experiments/run/runner.h"

namespace bitladder::experiments {

// The manifest in `directory`; null (a JSON null) where there is none. One that cannot be read is a
// kConfig error that names the file.
Result<Json> ReadManifest(const std::string& directory);

// A manifest at the start of a run, or its continuation of `earlier` (null: there is none).
Json StartManifest(const Plan& plan, const std::string& directory, const Json& earlier);

// `manifest` when the run has ended.
Json EndManifest(Json manifest, const RunSummary& summary);

Status WriteManifest(const std::string& directory, const Json& manifest);

}  // namespace bitladder::experiments
