#include "experiments/run/merge.h"

#include <fmt/core.h>

#include <cstddef>
#include <filesystem>
#include <set>
#include <utility>

#include "experiments/config/load_plan.h"
#include "experiments/result/durable_file.h"
#include "experiments/result/record_counts.h"
#include "experiments/run/manifest.h"
#include "experiments/run/preflight.h"
#include "experiments/run/progress.h"
#include "experiments/run/results_file.h"

namespace bitladder::experiments {
namespace {

std::string JournalPath(const std::string& directory) {
  return (std::filesystem::path(directory) / "points.jsonl").string();
}

struct Input {
  std::string directory;
  Json manifest;
  JournalContents journal;
};

Result<Input> ReadInput(const std::string& directory) {
  Input input{directory, {}, {}};
  Result<Json> manifest = ReadManifest(directory);
  if (!manifest) return tl::unexpected(manifest.error());
  if (manifest->is_null() || !std::filesystem::exists(JournalPath(directory))) {
    return Fail(ErrorKind::kConfig,
                fmt::format("{}: holds no manifest.json and points.jsonl; expected the directory "
                            "of a run",
                            directory));
  }
  input.manifest = *std::move(manifest);
  for (const char* member : {"config", "build", "experiment"}) {
    if (input.manifest.Find(member) != nullptr) continue;
    return Fail(
        ErrorKind::kConfig,
        fmt::format("{}: manifest.json has no \"{}\"; run this shard again", directory, member));
  }
  Result<JournalContents> journal = ReadJournal(JournalPath(directory));
  if (!journal) return tl::unexpected(journal.error());
  input.journal = *std::move(journal);
  return input;
}

Status CheckAlike(const Input& first, const Input& other, const MergeOptions& options) {
  const auto differ = [&](const char* member) {
    return WriteCanonicalJson(*first.manifest.Find(member)) !=
           WriteCanonicalJson(*other.manifest.Find(member));
  };
  if (!options.any_config && differ("config")) {
    return Fail(ErrorKind::kConfig,
                fmt::format("{}: its config is not that of {}; --any-config merges them "
                            "nevertheless",
                            other.directory, first.directory));
  }
  if (!options.any_build && differ("build")) {
    return Fail(ErrorKind::kConfig,
                fmt::format("{}: its records are of another build than those of {}; --any-build "
                            "merges them nevertheless",
                            other.directory, first.directory));
  }
  return {};
}

Result<std::vector<Input>> ReadInputs(const MergeOptions& options) {
  std::vector<Input> inputs;
  for (const std::string& directory : options.inputs) {
    Result<Input> input = ReadInput(directory);
    if (!input) return tl::unexpected(input.error());
    inputs.push_back(*std::move(input));
    const Status alike = CheckAlike(inputs.front(), inputs.back(), options);
    if (!alike) return tl::unexpected(alike.error());
  }
  return inputs;
}

// The points of every config, each point once; with one config, those of its sweep.
Result<Plan> PlanOfAll(const std::vector<Input>& inputs) {
  Plan all;
  std::set<std::string> configs;
  std::set<RecordKey> keys;
  for (const Input& input : inputs) {
    const std::string config = WriteJson(*input.manifest.Find("config"));
    if (!configs.insert(config).second) continue;
    const std::string* name = input.manifest.Find("experiment")->text();
    Result<Plan> plan = PlanFromText(config, name == nullptr ? "" : *name);
    if (!plan) {
      return Fail(ErrorKind::kConfig,
                  fmt::format("{}/manifest.json: {}", input.directory, plan.error().message));
    }
    for (Point& point : plan->points) {
      if (keys.insert({point.id, static_cast<std::uint64_t>(point.repetition)}).second) {
        all.points.push_back(std::move(point));
      }
    }
  }
  return all;
}

bool IsOk(const Json& record) {
  const Json* status = record.Find("status");
  return status != nullptr && *status == Json("ok");
}

Status WriteMerged(const MergeOptions& options, const std::vector<Input>& inputs,
                   const MergeSummary& merged) {
  std::string lines;
  std::vector<const Json*> records;
  for (const Json& record : merged.records) {
    lines += WriteJson(record) + '\n';
    records.push_back(&record);
  }
  std::vector<Json> manifests;
  for (const Input& input : inputs) manifests.push_back(input.manifest);
  const Json manifest = MergedManifest(manifests, merged.records.size() - merged.failures.size(),
                                       merged.failures.size(), merged.missing.size());
  const std::string& directory = options.output_directory;
  if (Status written = WriteManifest(directory, manifest); !written) return written;
  if (Status written = WriteFileAtomically(JournalPath(directory), lines); !written) return written;
  return WriteResultsFile(directory, manifest, records);
}

}  // namespace

Result<MergeSummary> MergeRecords(const Plan& plan, const std::vector<std::string>& names,
                                  const std::vector<JournalContents>& journals) {
  MergeSummary merged;
  for (const Point& point : plan.points) {
    const Json* taken = nullptr;
    std::size_t taken_from = 0;
    for (std::size_t i = 0; i < journals.size(); ++i) {
      const auto found =
          journals[i].records.find({point.id, static_cast<std::uint64_t>(point.repetition)});
      if (found == journals[i].records.end()) continue;
      const Json& record = found->second;
      if (taken != nullptr) ++merged.merged_duplicates;
      if (taken != nullptr && IsOk(*taken) && IsOk(record)) {
        if (const auto path = FirstDifferentCount(*taken, record)) {
          return Fail(ErrorKind::kRun,
                      fmt::format("{}: {} differs between {} and {} (point {})", LabelOf(point),
                                  *path, names[taken_from], names[i], point.id));
        }
      }
      if (taken != nullptr && (IsOk(*taken) || !IsOk(record))) continue;
      taken = &record;
      taken_from = i;
    }
    if (taken == nullptr) {
      merged.missing.push_back(LabelOf(point));
      continue;
    }
    merged.records.push_back(*taken);
    if (const Json* error = taken->Find("error"); error != nullptr && error->text() != nullptr) {
      merged.failures.push_back(fmt::format("{}: {}", LabelOf(point), *error->text()));
    }
  }
  return merged;
}

Result<MergeSummary> MergeDirectories(const MergeOptions& options) {
  const Result<std::vector<Input>> inputs = ReadInputs(options);
  if (!inputs) return tl::unexpected(inputs.error());
  const Result<Plan> plan = PlanOfAll(*inputs);
  if (!plan) return tl::unexpected(plan.error());
  if (std::filesystem::exists(JournalPath(options.output_directory))) {
    return Fail(ErrorKind::kConfig, fmt::format("{}: holds results already; choose another "
                                                "directory for what is merged",
                                                options.output_directory));
  }
  std::vector<JournalContents> journals;
  for (const Input& input : *inputs) journals.push_back(input.journal);
  Result<MergeSummary> merged = MergeRecords(*plan, options.inputs, journals);
  if (!merged) return merged;
  const Status ready = PrepareDirectory(options.output_directory);
  if (!ready) return tl::unexpected(ready.error());
  const Status written = WriteMerged(options, *inputs, *merged);
  if (!written) return tl::unexpected(written.error());
  return merged;
}

}  // namespace bitladder::experiments
