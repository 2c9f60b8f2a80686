#include "experiments/run/manifest.h"

#include <fmt/core.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <utility>

#include "experiments/check.h"
#include "experiments/config/strict_json.h"
#include "experiments/result/durable_file.h"
#include "experiments/result/json_members.h"
#include "experiments/result/provenance.h"

namespace bitladder::experiments {
namespace {

constexpr int kManifestSchemaVersion = 1;

std::string ManifestPath(const std::string& directory) {
  return (std::filesystem::path(directory) / "manifest.json").string();
}

}  // namespace

Result<Json> ReadManifest(const std::string& directory) {
  const std::string path = ManifestPath(directory);
  std::ifstream in(path, std::ios::binary);
  if (!in) return Json(nullptr);
  const std::string text{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
  Result<Json> manifest = ParseStrictJson(text);
  if (!manifest) {
    return Fail(ErrorKind::kConfig, fmt::format("{}: {}", path, manifest.error().message));
  }
  return manifest;
}

Json StartManifest(const Plan& plan, const Shard& shard, const std::string& directory,
                   const Json& earlier) {
  Result<Json> config = ParseStrictJson(plan.config_json);
  EXPERIMENTS_CHECK(config.has_value(), plan.config_json.size(), 0);
  JsonArray starts;
  if (const Json* before = earlier.Find("starts");
      before != nullptr && before->array() != nullptr) {
    starts = *before->array();
  }
  starts.emplace_back(UtcNow());
  return JsonMembers()
      .Add("schema_version", Json(kManifestSchemaVersion))
      .Add("experiment", Json(plan.base.name))
      .Add("question", Json(plan.base.question))
      .Add("points", Json(static_cast<std::uint64_t>(plan.points.size())))
      .Add("shard", Json(ShardText(shard)))
      .Add("build", BuildJson())
      .Add("machine", MachineJson(directory))
      .Add("config", *std::move(config))
      .Add("starts", Json(std::move(starts)))
      .AddNull("end", "the run has not ended")
      .Take();
}

Json EndManifest(Json manifest, const RunSummary& summary) {
  Json ended = WithoutMembers(manifest, {"end", "end_status"});
  ended.object()->push_back({"end", Json(UtcNow())});
  ended.object()->push_back({"points_ok", Json(summary.points_ok + summary.points_resumed)});
  ended.object()->push_back({"points_failed", Json(summary.points_failed)});
  return ended;
}

Json MergedManifest(const std::vector<Json>& manifests, std::uint64_t points_ok,
                    std::uint64_t points_failed, std::uint64_t points_missing) {
  const Json& first = manifests.front();
  JsonMembers merged;
  for (const std::string_view name : {"schema_version", "experiment", "question", "build"}) {
    if (const Json* member = first.Find(name)) merged.Add(name, *member);
  }
  JsonArray parts;
  for (const Json& manifest : manifests) {
    const bool same = *manifest.Find("config") == *first.Find("config");
    parts.push_back(same ? WithoutMembers(manifest, {"config"}) : manifest);
  }
  return merged.Add("points", Json(points_ok + points_failed + points_missing))
      .Add("config", *first.Find("config"))
      .Add("merged_from", Json(std::move(parts)))
      .Add("end", Json(UtcNow()))
      .Add("points_ok", Json(points_ok))
      .Add("points_failed", Json(points_failed))
      .Add("points_missing", Json(points_missing))
      .Take();
}

Json WithoutMembers(const Json& object, const std::vector<std::string_view>& names) {
  JsonObject kept;
  for (const JsonMember& member : *object.object()) {
    if (std::find(names.begin(), names.end(), member.name) == names.end()) kept.push_back(member);
  }
  return Json(std::move(kept));
}

Status WriteManifest(const std::string& directory, const Json& manifest) {
  return WriteFileAtomically(ManifestPath(directory), WritePrettyJson(manifest));
}

}  // namespace bitladder::experiments
