// The store's parts and who may touch them. Split by concern: store_open.cc, store_write.cc,
// store_merge.cc, store_read.cc, store_filters.cc, store_inspect.cc.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "engine/log/log_writer.h"
#include "engine/store/file_names.h"
#include "engine/store/manifest_file.h"
#include "engine/store/read_view.h"
#include "engine/store/recovery.h"
#include "engine/store/store.h"
#include "engine/store/view_exchange.h"
#include "engine/store/write_batch.h"
#include "engine/table/block_cache.h"
#include "engine/tree/merge.h"
#include "engine/tree/merge_policy.h"
#include "engine/tree/snapshot_list.h"

namespace bitladder::engine {

class StoreImpl final : public Store {
 public:
  static Result<std::unique_ptr<Store>> Open(const StoreOptions& options, const std::string& path);
  ~StoreImpl() override;

  Status Put(std::string_view key, std::string_view value) override;
  Status Delete(std::string_view key) override;
  Status Write(WriteBatch& batch) override;
  Status Sync() override;
  Status Flush() override;
  Status BulkLoadRun(int level, std::uint64_t buffers, SortedSource& source) override;

  Result<LookupOutcome> Get(std::string_view key, std::string* value, LookupTrace* trace,
                            const Snapshot* snapshot) const override;
  void ProbeFilters(std::string_view key, std::vector<std::uint8_t>* maybe) const override;
  bool ProbeFilter(std::size_t run, std::string_view key) const override;
  std::optional<std::uint64_t> FindBlock(std::size_t run, std::string_view key) const override;
  Result<ProbeResult> ProbeTable(std::size_t run, std::string_view key,
                                 std::string* value) const override;
  std::unique_ptr<ScanIterator> NewScan(const Snapshot* snapshot) const override;
  std::unique_ptr<Snapshot> TakeSnapshot() const override;

  Status AssignFilters(std::span<const FilterSpec> by_run, bool persist) override;

  std::vector<RunInfo> runs() const override;
  StoreStatistics statistics() const override;
  void ResetLookupStatistics() override;
  Result<std::string> Fingerprint() const override;

 private:
  struct Log {
    std::uint64_t number = 0;
    std::unique_ptr<LogWriter> writer;
  };

  StoreImpl(const StoreOptions& options, std::string directory);

  // store_open.cc
  Status Recover();
  Status StartWriting(const std::vector<std::string>& log_records, bool created);
  Status OpenRuns(std::vector<ViewRun>* runs);
  Status RemoveOrphans();
  Status Seal();

  // store_write.cc; the caller holds write_mutex_.
  Status CheckWritable(std::uint64_t writes) const;  // each takes a sequence number
  Status MakeRoom(std::uint64_t logical_bytes);
  Status WriteOne(ValueType type, std::string_view key, std::string_view value);
  Status AppendToLog(std::string_view record);
  Status Break(Status failure);  // keeps the failure for every later write, and returns it

  // store_merge.cc; the caller holds write_mutex_.
  Status FlushLocked();
  Status StartLog(Log* log);
  MergeJob JobFor(int level, std::uint64_t file_number, bool into_oldest) const;
  Status Commit(ManifestEdit edit, std::shared_ptr<Memtable> memtable);
  Status Record(ManifestEdit edit);
  Status RollManifest();
  Result<ViewRun> OpenRun(const RunMeta& run);
  void Publish(std::shared_ptr<Memtable> memtable, std::vector<ViewRun> runs);

  // store_filters.cc
  Status ReplaceFilter(const FilterAssignment& assignment, ViewRun* run) const;

  std::string PathOf(FileKind kind, std::uint64_t number) const;
  bool durable() const { return options_.sync != SyncMode::kNoLog; }

  const StoreOptions options_;
  const std::string directory_;
  FileSystem& file_system_;
  std::unique_ptr<FileLock> lock_;           // null when read-only
  std::unique_ptr<BlockCache> block_cache_;  // null without one; outlives every table

  std::mutex write_mutex_;  // guards what follows
  StoreState state_;        // as the manifest has it
  std::unique_ptr<ManifestWriter> manifest_;
  Log log_;                             // writer is null without a log
  WriteBatch single_;                   // reused by Put and Delete
  std::shared_ptr<Memtable> memtable_;  // of the current view
  std::uint64_t next_sequence_ = 1;
  Status broken_;  // the first failure after which the disk's state is unknown

  std::atomic<std::uint64_t> visible_sequence_{0};  // readers see up to here
  std::unique_ptr<ViewExchange> views_;
  std::shared_ptr<SnapshotList> snapshots_ = std::make_shared<SnapshotList>();

  mutable std::mutex statistics_mutex_;  // guards the swap of views, past lookups and what follows
  StoreStatistics past_;                 // lookups of former views; writes. `runs` stays empty
};

}  // namespace bitladder::engine
