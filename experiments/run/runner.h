// Runs a plan point by point, dataset by dataset, and writes the records.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "experiments/result_type.h"
#include "experiments/run/plan.h"
#include "experiments/run/shard.h"

namespace bitladder::experiments {

struct RunOptions {
  std::string output_directory;  // created when missing; points.jsonl, manifest.json, results.json
  bool fresh = false;            // forget earlier records in the directory
  bool keep_datasets = false;    // leave the loaded stores under output_directory/datasets
  Shard shard;                   // the part of the plan that runs
  bool gate = false;             // judge the whole run: run/gate.h
  int jobs = 1;                  // >= 1; threads for points that may run beside others
  std::function<bool()> interrupted = [] { return false; };  // asked before each point
};

struct RunSummary {
  std::uint64_t points_ok = 0;
  std::uint64_t points_failed = 0;
  std::uint64_t points_resumed = 0;   // already in points.jsonl
  std::vector<std::string> failures;  // one line each
  bool parted = false;                // the gate was asked and did not pass
};

// Progress goes to stderr, the summary table to stdout. A failed point is a record, not an error;
// errors are what stops the whole run (directory not writable: kConfig; interrupted: kRun).
// Whatever stops it, the records of finished points are on the disk, and the same call goes on from
// there.
Result<RunSummary> RunExperiment(const Plan& plan, const RunOptions& options);

}  // namespace bitladder::experiments
