#include "engine/store/recovery.h"

#include <fmt/format.h>

#include <utility>

#include "engine/log/log_reader.h"
#include "engine/store/file_names.h"
#include "engine/store/manifest_file.h"
#include "engine/store/write_batch.h"

namespace bitladder::engine {
namespace {

// A directory without CURRENT in which a store's data lies has lost CURRENT: starting afresh there
// would remove the data. What a crash leaves of the very first open is an empty log at most.
Status CheckNothingLost(FileSystem& file_system, const std::string& directory) {
  const auto names = file_system.ListDirectory(directory);
  ENGINE_TRY(names);
  for (const std::string& name : *names) {
    const auto file = ParseFileName(name);
    if (!file) {
      continue;
    }
    bool data = file->kind == FileKind::kTable;
    if (file->kind == FileKind::kLog) {
      const auto bytes = file_system.FileSize(directory + "/" + name);
      ENGINE_TRY(bytes);
      data = *bytes > 0;
    }
    if (data) {
      return Fail(ErrorCode::kCorruption,
                  fmt::format("{}/CURRENT is missing, but {} is there", directory, name));
    }
  }
  return {};
}

Status ApplyRecord(std::string_view record, Recovered* recovered) {
  auto batch = BatchReader::Open(record);
  ENGINE_TRY(batch);
  std::uint64_t sequence = recovered->state.last_sequence;
  if (batch->first_sequence() != sequence + 1) {
    return Fail(ErrorCode::kCorruption,
                fmt::format("a batch starts at sequence number {} where {} follows",
                            batch->first_sequence(), sequence + 1));
  }
  if (batch->count() > kMaxSequence - sequence) {
    return Fail(
        ErrorCode::kCorruption,
        fmt::format("a batch of {} writes goes beyond the last sequence number", batch->count()));
  }
  BatchReader::Write write;
  for (;;) {
    const auto more = batch->Next(&write);
    ENGINE_TRY(more);
    if (!*more) {
      break;
    }
    recovered->memtable->Add(++sequence, write.type, write.key, write.value);
  }
  recovered->state.last_sequence = sequence;
  return {};
}

Status ReplayLog(FileSystem& file_system, const std::string& path, Recovered* recovered) {
  auto bytes = file_system.ReadFile(path);
  if (!bytes) {
    return Fail(ErrorCode::kCorruption,
                fmt::format("{}, which the manifest names: {}", path, bytes.error().message));
  }
  const std::uint64_t log_bytes = bytes->size();
  const auto& sealed_bytes = recovered->state.sealed_log_bytes;
  if (sealed_bytes && *sealed_bytes != log_bytes) {
    return Fail(ErrorCode::kCorruption, fmt::format("{}: {} bytes long, had {} when it was closed",
                                                    path, log_bytes, *sealed_bytes));
  }
  LogReader reader(*std::move(bytes), path);
  std::string record;
  for (;;) {
    const auto more = reader.Next(&record);
    ENGINE_TRY(more);
    if (!*more) {
      break;
    }
    const Status applied = ApplyRecord(record, recovered);
    if (!applied) {
      return Fail(applied.error().code,
                  fmt::format("{}: record {}: {}", path, recovered->log_records.size() + 1,
                              applied.error().message));
    }
    recovered->log_records.push_back(record);
  }
  if (sealed_bytes && reader.torn_bytes() > 0) {
    return Fail(ErrorCode::kCorruption, fmt::format("{}: at offset {}: torn, though it was closed",
                                                    path, log_bytes - reader.torn_bytes()));
  }
  return {};
}

}  // namespace

Result<std::optional<Recovered>> Recover(FileSystem& file_system, const std::string& directory) {
  auto manifest = ReadManifest(file_system, directory);
  ENGINE_TRY(manifest);
  if (!*manifest) {
    ENGINE_TRY(CheckNothingLost(file_system, directory));
    return std::optional<Recovered>();
  }
  Recovered recovered;
  recovered.state = std::move((*manifest)->state);
  recovered.memtable = std::make_shared<Memtable>();
  if (recovered.state.log_number != 0) {
    const std::string path = FilePath(directory, {FileKind::kLog, recovered.state.log_number});
    ENGINE_TRY(ReplayLog(file_system, path, &recovered));
  }
  return std::optional<Recovered>(std::move(recovered));
}

}  // namespace bitladder::engine
