#include "engine/store/manifest_file.h"

#include <fmt/format.h>

#include <utility>

#include "engine/log/log_reader.h"
#include "engine/store/file_names.h"

namespace bitladder::engine {
namespace {

tl::unexpected<Error> InRecord(const std::string& path, int record, const Error& error) {
  return Fail(error.code, fmt::format("{}: record {}: {}", path, record, error.message));
}

// The manifest that CURRENT names.
Result<StoreFile> ReadCurrent(FileSystem& file_system, const std::string& path) {
  const auto text = file_system.ReadFile(path);
  ENGINE_TRY(text);
  if (!text->empty() && text->back() == '\n') {
    const auto file = ParseFileName(std::string_view(*text).substr(0, text->size() - 1));
    if (file && file->kind == FileKind::kManifest) {
      return *file;
    }
  }
  return Fail(ErrorCode::kCorruption,
              fmt::format("{}: at offset 0: not the name of a manifest and a newline", path));
}

}  // namespace

Result<std::optional<ManifestContents>> ReadManifest(FileSystem& file_system,
                                                     const std::string& directory) {
  const std::string current = FilePath(directory, {FileKind::kCurrent, 0});
  const auto exists = file_system.Exists(current);
  ENGINE_TRY(exists);
  if (!*exists) {
    return std::optional<ManifestContents>();
  }
  const auto file = ReadCurrent(file_system, current);
  ENGINE_TRY(file);
  const std::string path = FilePath(directory, *file);
  auto bytes = file_system.ReadFile(path);
  if (!bytes) {
    return Fail(ErrorCode::kCorruption,
                fmt::format("{}, which CURRENT names: {}", path, bytes.error().message));
  }
  LogReader reader(*std::move(bytes), path);
  ManifestContents contents;
  contents.number = file->number;
  std::string record;
  for (int number = 1;; ++number) {
    const auto more = reader.Next(&record);
    ENGINE_TRY(more);
    if (!*more) {
      if (number == 1 || (contents.state.sealed_log_bytes && reader.torn_bytes() > 0)) {
        return Fail(
            ErrorCode::kCorruption,
            fmt::format("{}: cut short: no whole record after record {}", path, number - 1));
      }
      return std::optional<ManifestContents>(std::move(contents));
    }
    auto state = [&]() -> Result<StoreState> {
      if (number == 1) {
        return DecodeState(record);
      }
      const auto edit = DecodeEdit(record);
      return edit ? Apply(contents.state, *edit) : tl::unexpected<Error>(edit.error());
    }();
    if (!state) {
      return InRecord(path, number, state.error());
    }
    contents.state = *std::move(state);
  }
}

Error InManifest(Error error) {
  if (error.code == ErrorCode::kNotFound) {
    error.code = ErrorCode::kCorruption;
    error.message += ", though the manifest names it";
  }
  return error;
}

std::unordered_set<std::string> ReferencedNames(const StoreState& state,
                                                std::uint64_t manifest_number) {
  std::unordered_set<std::string> names = {FileName({FileKind::kCurrent, 0}),
                                           FileName({FileKind::kLock, 0}),
                                           FileName({FileKind::kManifest, manifest_number})};
  if (state.log_number != 0) {
    names.insert(FileName({FileKind::kLog, state.log_number}));
  }
  for (const RunMeta& run : state.version.runs) {
    names.insert(FileName({FileKind::kTable, run.file_number}));
    names.insert(FileName({FileKind::kHashes, run.file_number}));
  }
  return names;
}

Result<std::unique_ptr<ManifestWriter>> ManifestWriter::Create(FileSystem& file_system,
                                                               const std::string& directory,
                                                               std::uint64_t number,
                                                               const StoreState& state, bool sync) {
  const StoreFile manifest{FileKind::kManifest, number};
  auto file = file_system.CreateWritable(FilePath(directory, manifest));
  ENGINE_TRY(file);
  std::unique_ptr<ManifestWriter> writer(new ManifestWriter(number, *std::move(file)));
  ENGINE_TRY(writer->AppendRecord(EncodeState(state), sync));

  const std::string temporary = FilePath(directory, {FileKind::kTemporary, number});
  auto current = file_system.CreateWritable(temporary);
  ENGINE_TRY(current);
  ENGINE_TRY((*current)->Append(FileName(manifest) + "\n"));
  ENGINE_TRY(sync ? (*current)->Sync() : (*current)->Flush());
  ENGINE_TRY((*current)->Close());
  if (sync) {
    // The manifest's own name must be durable before CURRENT can lead to it.
    ENGINE_TRY(file_system.SyncDirectory(directory));
  }
  ENGINE_TRY(file_system.Rename(temporary, FilePath(directory, {FileKind::kCurrent, 0})));
  if (sync) {
    ENGINE_TRY(file_system.SyncDirectory(directory));
  }
  return writer;
}

Status ManifestWriter::Append(const ManifestEdit& edit, bool sync) {
  return AppendRecord(EncodeEdit(edit), sync);
}

Status ManifestWriter::AppendRecord(const std::string& record, bool sync) {
  payload_bytes_ += record.size();
  ENGINE_TRY(log_.Append(record));
  return sync ? log_.Sync() : log_.Flush();
}

}  // namespace bitladder::engine
