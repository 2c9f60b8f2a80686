// What the manifest says, as values, and the bytes of its records.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/filter/filter.h"
#include "engine/result.h"
#include "engine/tree/version.h"

namespace bitladder::engine {

// Everything that must survive: the runs, and where the log and the counters stand.
struct StoreState {
  Version version;
  std::uint64_t log_number = 0;        // the log of what no table holds yet; 0: none
  std::uint64_t next_file_number = 1;  // above every number in use
  std::uint64_t last_sequence = 0;     // of what tables hold; the log continues from here
  // Set when the store was closed in order: the length of the log then. A shorter log, or a torn
  // manifest, is then damage and not the trace of a crash.
  std::optional<std::uint64_t> sealed_log_bytes;
  bool operator==(const StoreState&) const = default;
};

// One change: a flush, a merge, a bulk load or a filter assignment.
struct ManifestEdit {
  std::uint64_t log_number = 0;
  std::uint64_t next_file_number = 1;
  std::uint64_t last_sequence = 0;
  std::uint64_t newest_removed = 0;        // as in Replace
  std::optional<RunMeta> added;            // as in Replace
  std::vector<FilterAssignment> assigned;  // empty, or the filters of all runs, newest first
  bool operator==(const ManifestEdit&) const = default;
};

// The state after the edit. kCorruption when the edit does not fit the state.
Result<StoreState> Apply(const StoreState& state, const ManifestEdit& edit);

// The first record of a manifest is a state, every other one an edit. Decoding takes any bytes:
// kCorruption when they are not what encoding makes (the caller adds file and record).
std::string EncodeState(const StoreState& state);
std::string EncodeEdit(const ManifestEdit& edit);
Result<StoreState> DecodeState(std::string_view record);
Result<ManifestEdit> DecodeEdit(std::string_view record);

}  // namespace bitladder::engine
