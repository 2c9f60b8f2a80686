// Brings the records of several directories together: the shards of a sweep, run apart.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "experiments/config/json.h"
#include "experiments/result/journal.h"
#include "experiments/result_type.h"
#include "experiments/run/plan.h"

namespace bitladder::experiments {

struct MergeOptions {
  std::vector<std::string> inputs;  // directories with points.jsonl and manifest.json
  std::string output_directory;     // holds no results yet
  bool any_build = false;           // allow records of different builds
  bool any_config = false;          // allow records of different configs
};

struct MergeSummary {
  std::vector<Json> records;  // in the order of the sweep
  std::uint64_t merged_duplicates = 0;
  std::vector<std::string> failures;  // one line each
  std::vector<std::string> missing;   // labels of points of the config without a record
};

// The records of a plan's points from several journals. A point that stands in more than one of
// them is taken once: a record that is ok before a failed one. kRun error that names point and
// field where two ok records differ in a count. Records of points that the plan does not have are
// left out. `names` are those of the journals, for the error.
Result<MergeSummary> MergeRecords(const Plan& plan, const std::vector<std::string>& names,
                                  const std::vector<JournalContents>& journals);

// Reads the inputs, merges them and writes points.jsonl, manifest.json and results.json as one run
// of the whole sweep would have left them. Nothing is written on an error; errors of kind kConfig
// name the directory.
Result<MergeSummary> MergeDirectories(const MergeOptions& options);

}  // namespace bitladder::experiments
