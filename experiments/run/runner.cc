#include "experiments/run/runner.h"

#include <fmt/core.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <system_error>
#include <utility>

#include "experiments/backends/backend.h"
#include "experiments/config/strict_json.h"
#include "experiments/result/durable_file.h"
#include "experiments/result/journal.h"
#include "experiments/result/json_members.h"
#include "experiments/result/provenance.h"
#include "experiments/run/manifest.h"
#include "experiments/run/point_runner.h"
#include "experiments/run/preflight.h"
#include "experiments/run/progress.h"
#include "experiments/run/schedule.h"
#include "experiments/run/summary.h"

namespace bitladder::experiments {
namespace {

namespace fs = std::filesystem;

std::string PathIn(const std::string& directory, std::string_view name) {
  return (fs::path(directory) / name).string();
}

// A directory that is gone before and after, unless it is kept.
class DatasetDirectory {
 public:
  DatasetDirectory(std::string path, bool keep) : path_(std::move(path)), keep_(keep) { Remove(); }
  DatasetDirectory(const DatasetDirectory&) = delete;
  DatasetDirectory& operator=(const DatasetDirectory&) = delete;
  ~DatasetDirectory() {
    if (!keep_) Remove();
  }
  const std::string& path() const { return path_; }

 private:
  void Remove() {
    std::error_code ignored;  // what cannot be removed makes the next load fail, with its reason
    fs::remove_all(path_, ignored);
  }
  std::string path_;
  bool keep_;
};

RecordKey KeyOfPoint(const Point& point) {
  return {point.id, static_cast<std::uint64_t>(point.repetition)};
}

bool IsOk(const Json* record) {
  const Json* status = record == nullptr ? nullptr : record->Find("status");
  return status != nullptr && status->text() != nullptr && *status->text() == "ok";
}

class Run {
 public:
  Run(const Plan& plan, const RunOptions& options, Journal journal, Json manifest)
      : plan_(plan),
        options_(options),
        journal_(std::move(journal)),
        manifest_(std::move(manifest)),
        progress_(plan.points.size()) {}

  Status RunJobs(const std::vector<DatasetJob>& jobs) {
    std::uint64_t outstanding = 0;
    for (const DatasetJob& job : jobs) outstanding += job.points.size();
    summary_.points_resumed = plan_.points.size() - outstanding;
    progress_.Resumed(summary_.points_resumed);
    const std::string datasets = PathIn(options_.output_directory, "datasets");
    const DatasetDirectory root(datasets, options_.keep_datasets);
    for (const DatasetJob& job : jobs) {
      const DatasetDirectory directory(PathIn(datasets, job.dataset_id), options_.keep_datasets);
      if (Status ran = RunJob(job, directory.path()); !ran) return ran;
    }
    return {};
  }

  // results.json, the end of manifest.json, and the summary on stdout.
  Result<RunSummary> Finish() {
    manifest_ = EndManifest(std::move(manifest_), summary_);
    if (Status ended = WriteManifest(options_.output_directory, manifest_); !ended) {
      return tl::unexpected(ended.error());
    }
    std::vector<const Json*> records;
    for (const Point& point : plan_.points) {
      if (const Json* record = journal_.Find(KeyOfPoint(point))) records.push_back(record);
    }
    if (Status written = WriteResults(records); !written) return tl::unexpected(written.error());
    const bool colour = ::isatty(STDOUT_FILENO) != 0 && std::getenv("NO_COLOR") == nullptr;
    fmt::print("{}", SummaryText(records, summary_, options_.output_directory, colour));
    return summary_;
  }

 private:
  Status RunJob(const DatasetJob& job, const std::string& directory) {
    const Point& first = *job.points.front();
    progress_.Loading(first);
    Result<std::unique_ptr<Backend>> backend = MakeBackend(first.config.backend);
    if (!backend) return tl::unexpected(backend.error());
    const auto dataset = (*backend)->Load(first, directory);
    if (dataset) progress_.Loaded((*dataset)->tree());
    for (const Point* point : job.points) {
      Outcome outcome;
      if (dataset) {
        outcome = RunPoint(*point, **dataset);
      } else {
        outcome.error = "the dataset did not load: " + dataset.error().message;
      }
      if (Status kept = Keep(*point, outcome); !kept) return kept;
    }
    return {};
  }

  Status Keep(const Point& point, const Outcome& outcome) {
    if (outcome.error.empty()) {
      ++summary_.points_ok;
    } else {
      ++summary_.points_failed;
      summary_.failures.push_back(fmt::format("{}: {}", LabelOf(point), outcome.error));
    }
    progress_.Finished(point, outcome);
    return journal_.Append(KeyOfPoint(point), RecordJson(point, outcome));
  }

  Status WriteResults(const std::vector<const Json*>& records) const {
    Result<Json> config = ParseStrictJson(plan_.config_json);
    if (!config) return tl::unexpected(config.error());
    JsonArray array;
    for (const Json* record : records) array.push_back(*record);
    const Json results = JsonMembers()
                             .Add("schema_version", Json(kRecordSchemaVersion))
                             .Add("manifest", manifest_)
                             .Add("config", *std::move(config))
                             .Add("records", Json(std::move(array)))
                             .Take();
    return WriteFileAtomically(PathIn(options_.output_directory, "results.json"),
                               WriteJson(results) + '\n');
  }

  const Plan& plan_;
  const RunOptions& options_;
  Journal journal_;
  Json manifest_;
  Progress progress_;
  RunSummary summary_;
};

// What cannot be written at the start is a wrong directory, not a failed run.
Status AsConfigError(Status status) {
  if (!status) return Fail(ErrorKind::kConfig, status.error().message);
  return status;
}

}  // namespace

Result<RunSummary> RunExperiment(const Plan& plan, const RunOptions& options) {
  const std::string& directory = options.output_directory;
  if (Status ready = PrepareDirectory(directory); !ready) return tl::unexpected(ready.error());
  Result<Json> earlier = options.fresh ? Json(nullptr) : ReadManifest(directory);
  if (!earlier) return tl::unexpected(earlier.error());
  Result<Journal> journal = Journal::Open(PathIn(directory, "points.jsonl"), options.fresh);
  if (!journal) return Fail(ErrorKind::kConfig, journal.error().message);
  if (!journal->empty()) {
    const Status same = CheckSameBuild(*earlier, BuildJson(), directory);
    if (!same) return tl::unexpected(same.error());
  }
  const std::vector<DatasetJob> jobs =
      Schedule(plan, [&](const Point& point) { return !IsOk(journal->Find(KeyOfPoint(point))); });
  const Status fits = CheckDiskSpace(jobs, directory, options.keep_datasets);
  if (!fits) return tl::unexpected(fits.error());
  const Json manifest = StartManifest(plan, directory, *earlier);
  const Status begun = AsConfigError(WriteManifest(directory, manifest));
  if (!begun) return tl::unexpected(begun.error());

  Run run(plan, options, *std::move(journal), manifest);
  if (Status ran = run.RunJobs(jobs); !ran) return tl::unexpected(ran.error());
  return run.Finish();
}

}  // namespace bitladder::experiments
