#include "experiments/run/runner.h"

#include <fmt/core.h>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <system_error>
#include <utility>

#include "experiments/backends/backend.h"
#include "experiments/result/journal.h"
#include "experiments/result/provenance.h"
#include "experiments/run/gate.h"
#include "experiments/run/in_threads.h"
#include "experiments/run/manifest.h"
#include "experiments/run/point_runner.h"
#include "experiments/run/preflight.h"
#include "experiments/run/progress.h"
#include "experiments/run/results_file.h"
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

std::string DatasetsIn(const std::string& directory) { return PathIn(directory, "datasets"); }

struct JobsByTiming {
  std::vector<DatasetJob> beside_others;
  std::vector<DatasetJob> alone;
};

JobsByTiming SplitByTiming(const std::vector<DatasetJob>& jobs) {
  JobsByTiming split;
  for (const DatasetJob& job : jobs) {
    const bool beside = std::all_of(job.points.begin(), job.points.end(),
                                    [](const Point* point) { return MayRunBesideOthers(*point); });
    (beside ? split.beside_others : split.alone).push_back(job);
  }
  return split;
}

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
        progress_(plan.points.size(), ProgressOutputOfStderr()) {}

  Status RunJobs(const std::vector<DatasetJob>& jobs) {
    std::uint64_t outstanding = 0;
    for (const DatasetJob& job : jobs) outstanding += job.points.size();
    summary_.points_resumed = plan_.points.size() - outstanding;
    progress_.Resumed(summary_.points_resumed);
    const DatasetDirectory root(DatasetsIn(options_.output_directory), options_.keep_datasets);
    const JobsByTiming split = SplitByTiming(jobs);
    const std::vector<int> lanes = LanesFor(split.beside_others.size(), options_.jobs);
    std::atomic<std::size_t> next = 0;
    if (!lanes.empty()) {
      InThreads(lanes.size(), [&](std::size_t lane) {
        for (std::size_t i; !Stopped() && (i = next++) < split.beside_others.size();) {
          RunJob(split.beside_others[i], lanes[lane]);
        }
      });
    }
    for (const DatasetJob& job : split.alone) {
      if (!Stopped()) RunJob(job, 1);
    }
    progress_.End();
    if (!first_error_ && options_.interrupted() && Done() < plan_.points.size()) {
      return Fail(ErrorKind::kRun,
                  fmt::format("interrupted: {} of {} points are recorded in {}; the same command "
                              "runs the rest",
                              Done(), plan_.points.size(), options_.output_directory));
    }
    return first_error_ ? Status(tl::unexpected(*first_error_)) : Status();
  }

  // results.json, the end of manifest.json, and the summary on stdout.
  Result<RunSummary> Finish() {
    manifest_ = EndManifest(std::move(manifest_), summary_);
    if (Status ended = WriteManifest(options_.output_directory, manifest_); !ended) {
      return tl::unexpected(ended.error());
    }
    std::vector<const Json*> records;
    for (const Point& point : plan_.points) {
      const Json* record = journal_.Find(KeyOfPoint(point));
      if (record == nullptr) continue;
      records.push_back(record);
      if (const Json* error = record->Find("error")) {
        summary_.failures.push_back(fmt::format("{}: {}", LabelOf(point), *error->text()));
      }
    }
    const Status written = WriteResultsFile(options_.output_directory, manifest_, records);
    if (!written) return tl::unexpected(written.error());
    fmt::print("{}", SummaryText(records, summary_, options_.output_directory, ColourOnStdout()));
    if (options_.gate) {
      const GateVerdict verdict = JudgeRun(PoolRepetitions(records));
      summary_.parted = !verdict.passed();
      fmt::print("\n{}", GateText(verdict));
    }
    return summary_;
  }

 private:
  bool Stopped() {
    if (options_.interrupted()) return true;
    const std::lock_guard lock(mutex_);
    return first_error_.has_value();
  }

  std::uint64_t Done() const {
    return summary_.points_resumed + summary_.points_ok + summary_.points_failed;
  }

  void StopWith(Error error) {
    const std::lock_guard lock(mutex_);
    if (!first_error_) first_error_ = std::move(error);
  }

  void RunJob(const DatasetJob& job, int threads) {
    const DatasetDirectory directory(PathIn(DatasetsIn(options_.output_directory), job.dataset_id),
                                     options_.keep_datasets);
    const Point& first = *job.points.front();
    {
      const std::lock_guard lock(mutex_);
      progress_.Loading(first);
    }
    Result<std::unique_ptr<Backend>> backend = MakeBackend(first.config.backend);
    if (!backend) return StopWith(backend.error());
    auto dataset = (*backend)->Load(first, directory.path());
    if (!dataset) {
      Outcome outcome;
      outcome.error = "the dataset did not load: " + dataset.error().message;
      for (const Point* point : job.points) Keep(*point, outcome);
      return;
    }
    {
      const std::lock_guard lock(mutex_);
      progress_.Loaded((*dataset)->tree());
    }
    RunPoints(job, *std::move(dataset), threads);
  }

  // In as many threads as the dataset gives handles.
  void RunPoints(const DatasetJob& job, std::unique_ptr<Dataset> dataset, int threads) {
    std::vector<std::unique_ptr<Dataset>> handles;
    handles.push_back(std::move(dataset));
    const auto wanted = std::min(static_cast<std::size_t>(threads), job.points.size());
    while (handles.size() < wanted) {
      Result<std::unique_ptr<Dataset>> shared = handles.front()->Share();
      if (!shared) return StopWith(shared.error());
      if (*shared == nullptr) break;
      handles.push_back(*std::move(shared));
    }
    std::atomic<std::size_t> next = 0;
    InThreads(handles.size(), [&](std::size_t thread) {
      for (std::size_t i; !Stopped() && (i = next++) < job.points.size();) {
        {
          const std::lock_guard lock(mutex_);
          progress_.Started(*job.points[i]);
        }
        Keep(*job.points[i], RunPoint(*job.points[i], *handles[thread]));
      }
    });
  }

  // A point that is told of as finished is on the disk.
  void Keep(const Point& point, const Outcome& outcome) {
    Json record = RecordJson(point, outcome);
    const std::lock_guard lock(mutex_);
    if (first_error_) return;
    if (Status kept = journal_.Append(KeyOfPoint(point), std::move(record)); !kept) {
      first_error_ = kept.error();
      return;
    }
    if (outcome.error.empty()) {
      ++summary_.points_ok;
    } else {
      ++summary_.points_failed;
    }
    progress_.Finished(point, outcome);
  }

  const Plan& plan_;
  const RunOptions& options_;
  Journal journal_;
  Json manifest_;
  std::mutex mutex_;  // of everything below and of the journal, while points run
  Progress progress_;
  RunSummary summary_;
  std::optional<Error> first_error_;
};

// What cannot be written at the start is a wrong directory, not a failed run.
Status AsConfigError(Status status) {
  if (!status) return Fail(ErrorKind::kConfig, status.error().message);
  return status;
}

}  // namespace

Result<RunSummary> RunExperiment(const Plan& whole, const RunOptions& options) {
  const Plan plan = CutShard(whole, options.shard);
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
  const std::size_t at_once = std::max<std::size_t>(
      1, LanesFor(SplitByTiming(jobs).beside_others.size(), options.jobs).size());
  const Status fits = CheckDiskSpace(jobs, directory, at_once, options.keep_datasets);
  if (!fits) return tl::unexpected(fits.error());
  const Json manifest = StartManifest(plan, options.shard, directory, *earlier);
  const Status begun = AsConfigError(WriteManifest(directory, manifest));
  if (!begun) return tl::unexpected(begun.error());

  Run run(plan, options, *std::move(journal), manifest);
  if (Status ran = run.RunJobs(jobs); !ran) return tl::unexpected(ran.error());
  return run.Finish();
}

}  // namespace bitladder::experiments
