#include "experiments/run/manifest.h"

#include <fmt/core.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <utility>

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

Json StartManifest(const Plan& plan, const std::string& directory, const Json& earlier) {
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
      .Add("build", BuildJson())
      .Add("machine", MachineJson(directory))
      .Add("starts", Json(std::move(starts)))
      .AddNull("end", "the run has not ended")
      .Take();
}

Json EndManifest(Json manifest, const RunSummary& summary) {
  JsonMembers ended;
  for (const JsonMember& member : *manifest.object()) {
    if (member.name != "end" && member.name != "end_status") ended.Add(member.name, member.value);
  }
  return ended.Add("end", Json(UtcNow()))
      .Add("points_ok", Json(summary.points_ok + summary.points_resumed))
      .Add("points_failed", Json(summary.points_failed))
      .Take();
}

Status WriteManifest(const std::string& directory, const Json& manifest) {
  return WriteFileAtomically(ManifestPath(directory), WritePrettyJson(manifest));
}

}  // namespace bitladder::experiments
