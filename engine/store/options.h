// Everything a store can be told. Every field has a default and a unit.
#pragma once

#include <cstdint>
#include <functional>

#include "engine/filter/filter.h"
#include "engine/io/file_system.h"
#include "engine/table/table_reader.h"
#include "engine/table/table_writer.h"

namespace bitladder::engine {

// Fluid LSM-tree: at most `inner_runs` (K) runs at each level but the last, `last_runs` (Z) at the
// last. Leveling 1, 1; tiering T-1, T-1; lazy leveling T-1, 1.
struct MergePolicyOptions {
  int inner_runs = 1;
  int last_runs = 1;
  bool operator==(const MergePolicyOptions&) const = default;
};

// When a write is durable; what each mode promises is said at Store. kNoLog: for bulk experiments,
// no log and no file is ever synced. kOnRequest: logged, handed to the operating system at once,
// synced by Store::Sync. kEveryWrite: logged and synced before each write returns. Tables and
// manifest are synced whenever there is a log.
enum class SyncMode { kNoLog, kOnRequest, kEveryWrite };

// Which filter a run gets when it is written: its level (1 is the smallest) and distinct keys are
// known.
using FilterChooser = std::function<FilterSpec(int level, std::uint64_t distinct_keys)>;

struct StoreOptions {
  FileSystem* file_system = &PosixFileSystem();
  std::uint64_t buffer_bytes = 1048576;  // memtable; an entry counts key + value + 16
  int size_ratio = 2;                    // T, 2..1000
  MergePolicyOptions merge_policy;
  TableOptions table;
  FilterChooser filter_at_creation;  // empty: no filter until AssignFilters
  ReadMode read_mode = ReadMode::kBuffered;
  ReadOptions read;
  SyncMode sync = SyncMode::kNoLog;
  std::uint64_t block_cache_bytes = 0;  // LRU over data blocks; 0: none
  bool create_if_missing = true;
  bool read_only = false;  // no lock, no recovery writes, no merges
};

}  // namespace bitladder::engine
