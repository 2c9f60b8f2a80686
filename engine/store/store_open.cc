#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <unordered_set>
#include <utility>

#include "engine/store/file_names.h"
#include "engine/store/store_impl.h"

namespace bitladder::engine {
namespace {

TreeRule RuleOf(const StoreOptions& options) {
  return {options.size_ratio, options.merge_policy.inner_runs, options.merge_policy.last_runs};
}

}  // namespace

Result<std::unique_ptr<Store>> Store::Open(const StoreOptions& options, const std::string& path) {
  return StoreImpl::Open(options, path);
}

StoreImpl::StoreImpl(const StoreOptions& options, std::string directory)
    : options_(options),
      directory_(std::move(directory)),
      file_system_(*options.file_system),
      block_cache_(options.block_cache_bytes == 0
                       ? nullptr
                       : std::make_unique<BlockCache>(options.block_cache_bytes)),
      memtable_(std::make_shared<Memtable>()) {}

Result<std::unique_ptr<Store>> StoreImpl::Open(const StoreOptions& options,
                                               const std::string& path) {
  ENGINE_TRY(Validate(RuleOf(options)));
  ENGINE_TRY(Validate(options.table));
  std::unique_ptr<StoreImpl> store(new StoreImpl(options, path));
  ENGINE_TRY(store->Recover());
  return std::unique_ptr<Store>(std::move(store));
}

StoreImpl::~StoreImpl() {
  // A failure leaves the store as a crash would, and the next open recovers it.
  (void)Seal();
}

std::string StoreImpl::PathOf(FileKind kind, std::uint64_t number) const {
  return FilePath(directory_, {kind, number});
}

Status StoreImpl::Recover() {
  if (!options_.read_only) {
    if (options_.create_if_missing) {
      ENGINE_TRY(file_system_.CreateDirectories(directory_));
    }
    auto lock = file_system_.Lock(PathOf(FileKind::kLock, 0));
    ENGINE_TRY(lock);
    lock_ = *std::move(lock);
  }
  auto recovered = bitladder::engine::Recover(file_system_, directory_);
  ENGINE_TRY(recovered);
  std::vector<std::string> log_records;
  if (*recovered) {
    state_ = std::move((*recovered)->state);
    memtable_ = std::move((*recovered)->memtable);
    log_records = std::move((*recovered)->log_records);
  } else if (options_.read_only || !options_.create_if_missing) {
    return Fail(ErrorCode::kNotFound, fmt::format("{}: no store there (no CURRENT)", directory_));
  }
  next_sequence_ = state_.last_sequence + 1;
  visible_sequence_.store(state_.last_sequence);
  std::vector<ViewRun> runs;
  ENGINE_TRY(OpenRuns(&runs));
  if (!options_.read_only) {
    ENGINE_TRY(StartWriting(log_records, !*recovered));
    ENGINE_TRY(RemoveOrphans());
  }
  views_ =
      std::make_unique<ViewExchange>(std::make_shared<const ReadView>(memtable_, std::move(runs)));
  return {};
}

Status StoreImpl::OpenRuns(std::vector<ViewRun>* runs) {
  for (const RunMeta& meta : state_.version.runs) {
    auto run = OpenRun(meta);
    if (run && meta.assigned) {
      if (Status replaced = ReplaceFilter(*meta.assigned, &*run); !replaced) {
        run = tl::unexpected<Error>(std::move(replaced).error());
      }
    }
    if (!run) {
      return tl::unexpected<Error>(InManifest(std::move(run).error()));
    }
    runs->push_back(*std::move(run));
  }
  return {};
}

// Goes on in a new manifest and, since a torn log must not be appended to, in a new log that begins
// with what the old one held. Numbers start above every file of the directory: what a crash left
// behind is never written over. What earlier openings
// made durable stays so, whatever the mode of this one.
Status StoreImpl::StartWriting(const std::vector<std::string>& log_records, bool created) {
  const auto names = file_system_.ListDirectory(directory_);
  ENGINE_TRY(names);
  for (const std::string& name : *names) {
    if (const auto file = ParseFileName(name)) {
      state_.next_file_number = std::max(state_.next_file_number, file->number + 1);
    }
  }
  if (state_.next_file_number > kMaxFileNumber / 2) {
    return Fail(
        ErrorCode::kCorruption,
        fmt::format("{}/: a file number there, or the manifest's next one, {}, is above any "
                    "that a store reaches; move that file elsewhere",
                    directory_, state_.next_file_number));
  }
  const bool sync = durable() || !created;
  state_.sealed_log_bytes.reset();
  state_.log_number = 0;
  if (durable() || !log_records.empty()) {
    ENGINE_TRY(StartLog(&log_));
    state_.log_number = log_.number;
    for (const std::string& record : log_records) {
      ENGINE_TRY(log_.writer->Append(record));
    }
    ENGINE_TRY(sync ? log_.writer->Sync() : log_.writer->Flush());
    // What the log holds counts from here on as held by no table: the manifest's last sequence
    // number is that before the log.
    state_.last_sequence -= memtable_->entries();
  }
  const std::uint64_t number = state_.next_file_number++;
  auto manifest = ManifestWriter::Create(file_system_, directory_, number, state_, sync);
  ENGINE_TRY(manifest);
  manifest_ = *std::move(manifest);
  if (durable() && created) {
    const auto parent = std::filesystem::absolute(directory_).lexically_normal().parent_path();
    ENGINE_TRY(file_system_.SyncDirectory(parent.string()));
  }
  return {};
}

Status StoreImpl::RemoveOrphans() {
  const auto names = file_system_.ListDirectory(directory_);
  ENGINE_TRY(names);
  const std::unordered_set<std::string> kept = ReferencedNames(state_, manifest_->number());
  for (const std::string& name : *names) {
    if (ParseFileName(name) && !kept.contains(name)) {
      ENGINE_TRY(file_system_.Remove(directory_ + "/" + name));
    }
  }
  return {};
}

// Closing in order: one manifest with one record that lists everything, the log's length included,
// so that the next open can tell damage from a crash.
Status StoreImpl::Seal() {
  const std::lock_guard lock(write_mutex_);
  if (manifest_ == nullptr || views_ == nullptr || !broken_) {
    return {};
  }
  StoreState state = state_;
  state.sealed_log_bytes = 0;
  if (log_.writer != nullptr) {
    ENGINE_TRY(durable() ? log_.writer->Sync() : log_.writer->Flush());
    const auto bytes = file_system_.FileSize(PathOf(FileKind::kLog, log_.number));
    ENGINE_TRY(bytes);
    state.sealed_log_bytes = *bytes;
  }
  const std::uint64_t number = state.next_file_number++;
  const auto sealed = ManifestWriter::Create(file_system_, directory_, number, state, durable());
  ENGINE_TRY(sealed);
  return file_system_.Remove(PathOf(FileKind::kManifest, manifest_->number()));
}

}  // namespace bitladder::engine
