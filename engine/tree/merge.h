// Executes a merge: sorted entries in, one table with its filter and key hashes out.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "engine/filter/filter.h"
#include "engine/io/file_system.h"
#include "engine/result.h"
#include "engine/table/iterator.h"
#include "engine/table/table_writer.h"

namespace bitladder::engine {

struct MergeJob {
  FileSystem* file_system = nullptr;
  std::string table_path;
  std::string hashes_path;
  TableOptions table;
  std::function<FilterSpec(std::uint64_t distinct_keys)> filter;  // for the exact count of keys
  std::vector<std::uint64_t> snapshots;  // sequence numbers of live snapshots
  bool into_oldest = false;              // no run is older than the result
  bool sync = true;                      // both files are durable on return; their names are not
};

struct MergeResult {
  std::uint64_t entries_in = 0;
  std::optional<TableProperties> table;  // nothing when every entry was left out: no file either
};

// Reads `input` from its first entry to its end. On an error both files are removed as far as the
// file system allows, and what the inputs hold is untouched.
Result<MergeResult> ExecuteMerge(const MergeJob& job, Iterator& input);

}  // namespace bitladder::engine
