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
#include "engine/store/write_batch.h"

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

// The store as of one moment: reads given a snapshot see what was written before it was taken, and
// merges keep what it needs. It costs nothing but the versions that it keeps alive.
class Snapshot {
 public:
  virtual ~Snapshot() = default;
  virtual std::uint64_t sequence() const = 0;
};

// Any number of threads may read (const members) beside one another and beside writers; writers
// wait for one another. Iterators and snapshots must be gone before the store is.
//
// What is durable when (SyncMode in options.h): with kEveryWrite a write is acknowledged once it
// would survive a crash of the machine. With kOnRequest that holds for what was written before the
// last Sync, Flush or orderly closing; what was written since may be lost in a crash of the machine
// and never in a crash of the process. With kNoLog a crash of the process, and closing too, loses
// what was not flushed, and after a crash of the machine the store may not open at all. A lost
// write takes every later one with it, and a batch is never lost in part.
//
// After a failed write whose effect on the disk is unknown, every further write returns that error
// until the store is opened anew; reads go on. Other failures (a merge that found the disk full)
// change nothing and may be tried again.
class Store {
 public:
  // Creates or opens a store in a directory. Errors: kInvalidArgument (options), kNotFound (nothing
  // there, and create_if_missing is off), kBusy (another process has it open), kCorruption (naming
  // file and offset or record), kIo.
  static Result<std::unique_ptr<Store>> Open(const StoreOptions& options, const std::string& path);
  // Closes: the log is synced (kNoLog: nothing is), and the manifest notes that the end is orderly.
  virtual ~Store() = default;

  // A buffer is full when the next write would make it exceed buffer_bytes; then it is flushed
  // first. A key has at most 65535 bytes, a value at most 2^30.
  virtual Status Put(std::string_view key, std::string_view value) = 0;
  virtual Status Delete(std::string_view key) = 0;
  // All of the batch or nothing. The batch is not changed in what it writes and may be written
  // again.
  virtual Status Write(WriteBatch& batch) = 0;
  // Makes everything acknowledged durable. kInvalidArgument with kNoLog, where nothing ever is.
  virtual Status Sync() = 0;
  virtual Status Flush() = 0;  // memtable to a run, merging by the rule; no-op when empty

  // Writes one run at `level` from sorted keys, newer than every run already there at that level
  // and older than every smaller level. `buffers` (>= 1) is its size in flushes. Levels are loaded
  // largest first: kInvalidArgument while the memtable or a smaller level holds anything, or when
  // the keys do not ascend.
  virtual Status BulkLoadRun(int level, std::uint64_t buffers, SortedSource& source) = 0;

  // Newest version visible now, or in `snapshot`. The outcome says where; `value` is set on kFound
  // and kFoundInBuffer. `trace` may be null.
  virtual Result<LookupOutcome> Get(std::string_view key, std::string* value,
                                    LookupTrace* trace = nullptr,
                                    const Snapshot* snapshot = nullptr) const = 0;
  // Asks the filter of every run about a key and nothing else: reads no file, counts nothing.
  // maybe[j] is 0 where run j (order of runs()) says no, 1 where it says maybe or has no filter.
  virtual void ProbeFilters(std::string_view key, std::vector<std::uint8_t>* maybe) const = 0;
  // The parts of a lookup one by one, for measuring what each costs; `run` as in runs(). They count
  // nothing. What the filter of the run says (maybe where it has none); no file is read.
  virtual bool ProbeFilter(std::size_t run, std::string_view key) const = 0;
  // The number of the data block that the run's fences name for a key; nullopt when no block can
  // hold it. Reads no file.
  virtual std::optional<std::uint64_t> FindBlock(std::size_t run, std::string_view key) const = 0;
  // What a lookup does in the run after its filter said maybe: fences, block, search. `value` is
  // set on kFound. Goes through the block cache as a lookup does.
  virtual Result<ProbeResult> ProbeTable(std::size_t run, std::string_view key,
                                         std::string* value) const = 0;
  // Over the store as of now, or as of `snapshot`; later writes do not show.
  virtual std::unique_ptr<ScanIterator> NewScan(const Snapshot* snapshot = nullptr) const = 0;
  virtual std::unique_ptr<Snapshot> TakeSnapshot() const = 0;

  // Replaces the filters of all runs (order of runs()) by filters over the same keys with these
  // bits, in memory, from the hashes kept beside each table: no data block is read, and each is
  // byte-identical to what the table writer builds. With `persist` the manifest keeps the
  // assignment and the next open rebuilds the filters; without, the next open finds what was kept
  // before. Runs written later get filter_at_creation. On an error all filters stay what they were.
  virtual Status AssignFilters(std::span<const FilterSpec> by_run, bool persist = false) = 0;

  virtual std::vector<RunInfo> runs() const = 0;   // newest first
  virtual StoreStatistics statistics() const = 0;  // exact while no lookup is under way
  virtual void ResetLookupStatistics() = 0;

  // Hash of every run's level, size and file content, 32 hexadecimal digits: equal for the same
  // calls on every machine.
  virtual Result<std::string> Fingerprint() const = 0;
};

}  // namespace bitladder::engine
