#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "engine/store/file_names.h"
#include "engine/store/sorted_source_iterator.h"
#include "engine/store/store_impl.h"
#include "engine/tree/merging_iterator.h"

namespace bitladder::engine {
namespace {

// A manifest is begun anew, with a single record, once its edits exceed this.
constexpr std::uint64_t kManifestRollBytes = 1 << 20;
constexpr int kMaxBulkLevel = 64;

// A merge reads each input this many bytes at a time, and all of them together no more than 8 MiB.
std::uint64_t ReadAheadBytes(std::size_t inputs) {
  constexpr std::uint64_t kMost = 256 * 1024;
  constexpr std::uint64_t kTogether = 8 * 1024 * 1024;
  return std::min(kMost, kTogether / std::max<std::uint64_t>(inputs, 1));
}

}  // namespace

Status StoreImpl::Flush() {
  const std::lock_guard lock(write_mutex_);
  ENGINE_TRY(CheckWritable(0));
  return FlushLocked();
}

MergeJob StoreImpl::JobFor(int level, std::uint64_t file_number, bool into_oldest) const {
  MergeJob job;
  job.file_system = &file_system_;
  job.table_path = PathOf(FileKind::kTable, file_number);
  job.hashes_path = PathOf(FileKind::kHashes, file_number);
  job.table = options_.table;
  job.filter = [this, level](std::uint64_t distinct_keys) {
    return options_.filter_at_creation ? options_.filter_at_creation(level, distinct_keys)
                                       : FilterSpec{FilterKind::kNone, 0};
  };
  job.snapshots = snapshots_->Live();
  job.into_oldest = into_oldest;
  job.sync = durable();
  return job;
}

Status StoreImpl::StartLog(Log* log) {
  log->number = state_.next_file_number++;
  auto file = file_system_.CreateWritable(PathOf(FileKind::kLog, log->number));
  ENGINE_TRY(file);
  log->writer = std::make_unique<LogWriter>(*std::move(file));
  return {};
}

Status StoreImpl::FlushLocked() {
  if (memtable_->empty()) {
    return {};
  }
  const TreeRule rule{options_.size_ratio, options_.merge_policy.inner_runs,
                      options_.merge_policy.last_runs};
  const MergePlan plan = PlanFlush(state_.version, rule);
  const std::uint64_t file_number = state_.next_file_number++;

  const auto view = views_->Hold();
  std::vector<std::unique_ptr<Iterator>> inputs;
  inputs.push_back(memtable_->NewIterator());
  const std::uint64_t read_ahead = ReadAheadBytes(plan.newest_runs);
  std::uint64_t input_bytes = 0;
  for (std::size_t i = 0; i < plan.newest_runs; ++i) {
    inputs.push_back(view->runs()[i].handle->table().NewIterator(read_ahead));
    input_bytes += state_.version.runs[i].table.file_bytes;
  }
  const auto merged = NewMergingIterator(std::move(inputs));
  auto result = ExecuteMerge(JobFor(plan.level, file_number, plan.into_oldest), *merged);
  ENGINE_TRY(result);

  ManifestEdit edit;
  edit.last_sequence = next_sequence_ - 1;
  edit.newest_removed = plan.newest_runs;
  if (result->table) {
    const std::uint64_t buffers =
        MergedBuffers(plan.buffers_in, result->entries_in, result->table->entries);
    edit.added = RunMeta{plan.level, file_number, buffers, *std::move(result->table), std::nullopt};
  }
  ENGINE_TRY(Commit(std::move(edit), std::make_shared<Memtable>()));
  const std::lock_guard lock(statistics_mutex_);
  past_.flushes += 1;
  past_.merges += plan.newest_runs > 0 ? 1 : 0;
  past_.merge_bytes_read += input_bytes;
  return {};
}

Status StoreImpl::BulkLoadRun(int level, std::uint64_t buffers, SortedSource& source) {
  const std::lock_guard lock(write_mutex_);
  ENGINE_TRY(CheckWritable(1));
  if (level < 1 || level > kMaxBulkLevel || buffers < 1) {
    return Fail(ErrorCode::kInvalidArgument,
                fmt::format("a run of {} buffers at level {}, allowed are at least 1 and 1..{}",
                            buffers, level, kMaxBulkLevel));
  }
  if (!memtable_->empty() ||
      (!state_.version.runs.empty() && state_.version.runs.front().level < level)) {
    return Fail(ErrorCode::kInvalidArgument,
                fmt::format("{}: level {} is bulk-loaded after newer data; load the largest level "
                            "first, and before any other write",
                            directory_, level));
  }
  const std::uint64_t file_number = state_.next_file_number++;
  SortedSourceIterator input(source, next_sequence_);
  auto result = ExecuteMerge(JobFor(level, file_number, state_.version.runs.empty()), input);
  ENGINE_TRY(result);
  if (!result->table) {
    return {};
  }
  ManifestEdit edit;
  edit.last_sequence = next_sequence_++;
  edit.added = RunMeta{level, file_number, buffers, *std::move(result->table), std::nullopt};
  return Commit(std::move(edit), nullptr);
}

// Makes the edit count: first on disk, then for readers. `memtable` replaces the current one, and a
// new log the current log; null keeps both.
Status StoreImpl::Commit(ManifestEdit edit, std::shared_ptr<Memtable> memtable) {
  const auto view = views_->Hold();
  const auto kept = view->runs().begin() + static_cast<std::ptrdiff_t>(edit.newest_removed);
  std::vector<ViewRun> runs;
  if (edit.added) {
    auto run = OpenRun(*edit.added);
    if (!run) {
      (void)file_system_.Remove(PathOf(FileKind::kTable, edit.added->file_number));
      (void)file_system_.Remove(PathOf(FileKind::kHashes, edit.added->file_number));
      return tl::unexpected<Error>(std::move(run).error());
    }
    runs.push_back(*std::move(run));
  }
  runs.insert(runs.end(), kept, view->runs().end());

  Log former_log;
  if (memtable != nullptr) {
    Log next_log;
    const Status started = durable() ? StartLog(&next_log) : Status();
    if (!started) {
      if (edit.added) {
        runs.front().handle->Retire();
      }
      return started;
    }
    former_log = std::exchange(log_, std::move(next_log));
  }
  ENGINE_TRY(Record(edit));

  for (auto run = view->runs().begin(); run != kept; ++run) {
    run->handle->Retire();
  }
  Publish(memtable != nullptr ? std::move(memtable) : memtable_, std::move(runs));
  visible_sequence_.store(next_sequence_ - 1, std::memory_order_release);
  if (edit.added) {
    const std::lock_guard lock(statistics_mutex_);
    past_.entries_written += edit.added->table.entries;
    past_.bytes_written += edit.added->table.file_bytes;
  }
  if (former_log.number != 0) {
    former_log.writer.reset();
    (void)file_system_.Remove(PathOf(FileKind::kLog, former_log.number));  // else an orphan
  }
  return manifest_->payload_bytes() > kManifestRollBytes ? RollManifest() : Status();
}

// Writes the edit to the manifest. After a failure it may or may not be on disk, so the files of
// both states must stay and nothing more may be written.
Status StoreImpl::Record(ManifestEdit edit) {
  edit.log_number = log_.number;
  edit.next_file_number = state_.next_file_number;
  auto next_state = Apply(state_, edit);
  if (!next_state) {
    return Break(tl::unexpected<Error>(std::move(next_state).error()));
  }
  Status status = durable() ? file_system_.SyncDirectory(directory_) : Status();
  if (status) {
    status = manifest_->Append(edit, durable());
  }
  if (!status) {
    return Break(std::move(status));
  }
  state_ = *std::move(next_state);
  return {};
}

Status StoreImpl::RollManifest() {
  const std::uint64_t former = manifest_->number();
  const std::uint64_t number = state_.next_file_number++;
  auto next = ManifestWriter::Create(file_system_, directory_, number, state_, durable());
  if (!next) {
    return Break(tl::unexpected<Error>(std::move(next).error()));
  }
  manifest_ = *std::move(next);
  (void)file_system_.Remove(PathOf(FileKind::kManifest, former));  // else an orphan
  return {};
}

Result<ViewRun> StoreImpl::OpenRun(const RunMeta& meta) {
  const std::string path = PathOf(FileKind::kTable, meta.file_number);
  auto table =
      TableReader::Open(file_system_, path, options_.read_mode, options_.read, block_cache_.get());
  ENGINE_TRY(table);
  if ((*table)->file_bytes() != meta.table.file_bytes) {
    return Fail(ErrorCode::kCorruption, fmt::format("{}: {} bytes long, the manifest says {}", path,
                                                    (*table)->file_bytes(), meta.table.file_bytes));
  }
  ViewRun run;
  run.handle = std::make_shared<RunHandle>(
      file_system_, path, PathOf(FileKind::kHashes, meta.file_number), meta, *std::move(table));
  run.filter = std::shared_ptr<const FilterReader>(run.handle, run.handle->table().filter());
  run.spec = meta.table.filter;
  run.filter_file_bytes = meta.table.filter_block_bytes;
  return run;
}

// Lookups counted in the former view go to the runs' past, so that counts survive the swap.
void StoreImpl::Publish(std::shared_ptr<Memtable> memtable, std::vector<ViewRun> runs) {
  memtable_ = memtable;
  const std::lock_guard lock(statistics_mutex_);
  const auto former =
      views_->Replace(std::make_shared<const ReadView>(std::move(memtable), std::move(runs)));
  former->ForEachCells([&](const SlotCells& cells) {
    cells.lookups.AddTo(&past_);
    for (std::size_t i = 0; i < former->runs().size(); ++i) {
      cells.runs[i].AddTo(&former->runs()[i].handle->past_lookups);
    }
  });
}

}  // namespace bitladder::engine
