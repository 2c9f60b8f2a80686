// manifest.json: where and when the records of a directory came to be.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/config/json.h"
#include "experiments/result_type.h"
#include "experiments/run/plan.h"
#include "experiments/run/runner.h"
#include "experiments/run/shard.h"

namespace bitladder::experiments {

// The manifest in `directory`; null (a JSON null) where there is none. One that cannot be read is a
// kConfig error that names the file.
Result<Json> ReadManifest(const std::string& directory);

// A manifest at the start of a run, or its continuation of `earlier` (null: there is none). It
// holds the config, so that what a run leaves behind can be continued and merged at any moment.
Json StartManifest(const Plan& plan, const Shard& shard, const std::string& directory,
                   const Json& earlier);

// `manifest` when the run has ended.
Json EndManifest(Json manifest, const RunSummary& summary);

// The manifest of what was merged from runs with these (not empty), which stand in it.
Json MergedManifest(const std::vector<Json>& manifests, std::uint64_t points_ok,
                    std::uint64_t points_failed, std::uint64_t points_missing);

// A JSON object without the members of these names.
Json WithoutMembers(const Json& object, const std::vector<std::string_view>& names);

Status WriteManifest(const std::string& directory, const Json& manifest);

}  // namespace bitladder::experiments
