// From the flags of `bitladder tune` to the tuning problem that they state, and its answer as text.
#pragma once

#include <string>
#include <vector>

#include "experiments/result_type.h"
#include "sim/tune/design_cost.h"

namespace bitladder::experiments {

// The flags as they were typed; empty means that a flag was not given.
struct TuningFlags {
  std::string entries;
  std::string memory_bytes;
  std::string workload;  // four shares: zero-result, existing, range, update
  std::string entry_bytes = "1024";
  std::string block_bytes = "4096";
  std::string range_entries = "0";
  std::string write_over_read = "1";
  std::string sequential_over_random = "1";
  std::string filters = "monkey";              // monkey, uniform
  std::string policies = "lazy_leveling_too";  // leveling_and_tiering, lazy_leveling_too, fluid
  std::string max_size_ratio = "64";
  std::string method = "exhaustive";  // exhaustive, monkey_2017, tods_2018
  std::string show = "10";            // designs to print
};

// The best designs, best first: as many as asked for, one where the method finds only one. Errors
// are kConfig and name the flag or the parameter.
Result<std::vector<sim::TunedDesign>> TuneByFlags(const TuningFlags& flags);

// {"designs":[{"size_ratio":...,"inner_runs":...,...}]}, one line, full precision.
std::string DesignsAsJson(const std::vector<sim::TunedDesign>& designs);

// A table of at most 80 columns.
std::string DesignsAsText(const std::vector<sim::TunedDesign>& designs);

}  // namespace bitladder::experiments
