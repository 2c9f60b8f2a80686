// The multi-level table store: memtable, one table a run, point lookups newest run first.
// Merges run inside the call that triggers them, so the same calls give the same bytes everywhere.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/result.h"
#include "engine/store/lookup_trace.h"
#include "engine/store/options.h"
#include "engine/store/statistics.h"
#include "engine/table/iterator.h"

namespace bitladder::engine {

struct RunInfo {
  int level = 1;  // 1 is the smallest
  int run = 1;    // within its level, 1 is the newest
  std::uint64_t file_number = 0;
  std::uint64_t buffers = 0;            // size in flushes, as the merge rule counts it
  TableProperties table;                // as written
  FilterSpec filter;                    // in force now: the assigned one, else the one at creation
  std::uint64_t filter_bits = 0;        // payload bits in force now
  std::uint64_t filter_file_bytes = 0;  // bytes of the filter block that BuildFilter made
  std::uint64_t filter_resident_bytes = 0;
  std::optional<double> fpr_from_contents;  // of the filter in force; null where it has none
  std::optional<double> fill_ratio;
  std::uint64_t fence_bytes = 0;  // resident
};

// A user-visible cursor: newest version of each live key, in key order. Views live until the next
// move.
class ScanIterator {
 public:
  virtual ~ScanIterator() = default;
  virtual bool Valid() const = 0;
  virtual void SeekToFirst() = 0;
  virtual void Seek(std::string_view user_key) = 0;
  virtual void Next() = 0;
  virtual std::string_view key() const = 0;
  virtual std::string_view value() const = 0;
  virtual Status status() const = 0;
};

// Strictly ascending user keys with their values; what BulkLoad reads.
class SortedSource {
 public:
  virtual ~SortedSource() = default;
  // False at the end. Views live until the next call.
  virtual bool Next(std::string_view* user_key, std::string_view* value) = 0;
};

class Store {
 public:
  // Creates or opens a store in a directory. Errors: kInvalidArgument (options), kNotFound, kBusy,
  // kCorruption (naming file and offset), kIo.
  static Result<std::unique_ptr<Store>> Open(const StoreOptions& options, const std::string& path);
  virtual ~Store() = default;

  virtual Status Put(std::string_view key, std::string_view value) = 0;
  virtual Status Delete(std::string_view key) = 0;
  virtual Status Flush() = 0;  // memtable to a run, merging by the rule; no-op when empty

  // Writes one run at `level` from sorted keys, newer than every run already there at that level
  // and older than every smaller level. Levels are loaded largest first. `buffers` is its size in
  // flushes.
  virtual Status BulkLoadRun(int level, std::uint64_t buffers, SortedSource& source) = 0;

  // Newest visible version. The outcome says where; `value` is set on kFound and kFoundInBuffer.
  // `trace` may be null. Safe beside other readers.
  virtual Result<LookupOutcome> Get(std::string_view key, std::string* value,
                                    LookupTrace* trace = nullptr) const = 0;
  virtual std::unique_ptr<ScanIterator> NewScan() const = 0;

  // Replaces the filters of all runs (order of runs()) by filters over the same keys with these
  // bits, in memory, from the hashes kept beside each table: no data block is read, and each is
  // byte-identical to what the table writer builds.
  virtual Status AssignFilters(std::span<const FilterSpec> by_run) = 0;

  virtual std::vector<RunInfo> runs() const = 0;  // newest first
  virtual StoreStatistics statistics() const = 0;
  virtual void ResetLookupStatistics() = 0;

  // Hash of every run's level, size and file content: equal for the same calls on every machine.
  virtual Result<std::string> Fingerprint() const = 0;
};

}  // namespace bitladder::engine
