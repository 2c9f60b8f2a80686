#include "experiments/run/results_file.h"

#include <filesystem>
#include <utility>

#include "experiments/result/durable_file.h"
#include "experiments/result/json_members.h"
#include "experiments/result/record.h"
#include "experiments/run/manifest.h"

namespace bitladder::experiments {

Status WriteResultsFile(const std::string& directory, const Json& manifest,
                        const std::vector<const Json*>& records) {
  const Json* config = manifest.Find("config");
  JsonArray array;
  for (const Json* record : records) array.push_back(*record);
  const Json results = JsonMembers()
                           .Add("schema_version", Json(kRecordSchemaVersion))
                           .Add("manifest", WithoutMembers(manifest, {"config"}))
                           .Add("config", config == nullptr ? Json() : *config)
                           .Add("records", Json(std::move(array)))
                           .Take();
  return WriteFileAtomically((std::filesystem::path(directory) / "results.json").string(),
                             WriteJson(results) + '\n');
}

}  // namespace bitladder::experiments
