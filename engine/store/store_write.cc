#include <fmt/format.h>

#include <utility>

#include "engine/store/store_impl.h"

namespace bitladder::engine {

Status StoreImpl::CheckWritable(std::uint64_t writes) const {
  if (options_.read_only) {
    return Fail(ErrorCode::kInvalidArgument, fmt::format("{}: opened read-only", directory_));
  }
  if (writes > kMaxSequence + 1 - next_sequence_) {
    return Fail(ErrorCode::kInvalidArgument,
                fmt::format("{}: sequence number {} is reached; write into another store",
                            directory_, kMaxSequence));
  }
  return broken_;
}

Status StoreImpl::Break(Status failure) {
  if (broken_) {
    broken_ = std::move(failure);
  }
  return broken_;
}

Status StoreImpl::MakeRoom(std::uint64_t logical_bytes) {
  if (memtable_->empty() || memtable_->logical_bytes() + logical_bytes <= options_.buffer_bytes) {
    return {};
  }
  return FlushLocked();
}

Status StoreImpl::AppendToLog(std::string_view record) {
  Status status = log_.writer->Append(record);
  if (status) {
    status = options_.sync == SyncMode::kEveryWrite ? log_.writer->Sync() : log_.writer->Flush();
  }
  return status ? status : Break(std::move(status));
}

Status StoreImpl::Put(std::string_view key, std::string_view value) {
  return WriteOne(ValueType::kValue, key, value);
}

Status StoreImpl::Delete(std::string_view key) { return WriteOne(ValueType::kDeletion, key, {}); }

Status StoreImpl::WriteOne(ValueType type, std::string_view key, std::string_view value) {
  ENGINE_TRY(CheckLimits(key.size(), value.size()));
  const std::lock_guard lock(write_mutex_);
  ENGINE_TRY(CheckWritable(1));
  ENGINE_TRY(MakeRoom(LogicalBytes(key, value)));
  if (durable()) {
    single_.Clear();
    if (type == ValueType::kValue) {
      single_.Put(key, value);
    } else {
      single_.Delete(key);
    }
    ENGINE_TRY(AppendToLog(single_.Record(next_sequence_)));
  }
  memtable_->Add(next_sequence_, type, key, value);
  visible_sequence_.store(next_sequence_++, std::memory_order_release);
  return {};
}

Status StoreImpl::Write(WriteBatch& batch) {
  ENGINE_TRY(batch.CheckLimits());
  const std::lock_guard lock(write_mutex_);
  ENGINE_TRY(CheckWritable(batch.count()));
  if (batch.count() == 0) {
    return {};
  }
  ENGINE_TRY(MakeRoom(batch.logical_bytes()));
  const std::string_view record = batch.Record(next_sequence_);
  if (durable()) {
    ENGINE_TRY(AppendToLog(record));
  }
  BatchReader reader = *BatchReader::Open(record);
  BatchReader::Write write;
  while (*reader.Next(&write)) {
    memtable_->Add(next_sequence_++, write.type, write.key, write.value);
  }
  // Readers see none of the batch before this and all of it after.
  visible_sequence_.store(next_sequence_ - 1, std::memory_order_release);
  return {};
}

Status StoreImpl::Sync() {
  const std::lock_guard lock(write_mutex_);
  ENGINE_TRY(CheckWritable(0));
  if (!durable()) {
    return Fail(ErrorCode::kInvalidArgument,
                fmt::format("{}: opened without a log, nothing can be synced", directory_));
  }
  Status status = log_.writer->Sync();
  return status ? status : Break(std::move(status));
}

}  // namespace bitladder::engine
