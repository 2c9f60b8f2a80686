#include "experiments/result/journal.h"

#include <fmt/core.h>

#include <cerrno>
#include <fstream>
#include <iterator>
#include <string_view>
#include <utility>

#include "experiments/config/strict_json.h"

namespace bitladder::experiments {
namespace {

Result<std::string> ReadWholeFile(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  std::string contents{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
  if (in.bad()) return tl::unexpected(FileError("read", path, errno));
  return contents;  // empty where there is no file: opening it for appending tells why
}

}  // namespace

std::optional<RecordKey> KeyOf(const Json& record) {
  const Json* id = record.Find("point_id");
  const Json* repetition = record.Find("repetition");
  if (id == nullptr || repetition == nullptr || id->text() == nullptr) return std::nullopt;
  const auto* number = std::get_if<std::uint64_t>(&repetition->value);
  if (number == nullptr) return std::nullopt;
  return RecordKey{*id->text(), *number};
}

Result<Journal> Journal::Open(const std::string& path, bool fresh) {
  Journal journal;
  std::uint64_t whole_bytes = 0;
  if (!fresh) {
    const Result<std::string> contents = ReadWholeFile(path);
    if (!contents) return tl::unexpected(contents.error());
    const std::string_view all = *contents;
    for (std::size_t end; (end = all.find('\n', whole_bytes)) != std::string_view::npos;
         whole_bytes = end + 1) {
      Result<Json> record = ParseStrictJson(all.substr(whole_bytes, end - whole_bytes));
      const std::optional<RecordKey> key = record ? KeyOf(*record) : std::nullopt;
      if (!key) {
        return Fail(ErrorKind::kConfig,
                    fmt::format("{}: line {} is not a record; move the file away or start fresh",
                                path, journal.lines_ + 1));
      }
      journal.Keep(*key, *std::move(record));
    }
  }
  Result<std::unique_ptr<LineFile>> file = LineFile::OpenAt(path, whole_bytes);
  if (!file) return tl::unexpected(file.error());
  journal.file_ = *std::move(file);
  return journal;
}

const Json* Journal::Find(const RecordKey& key) const {
  const auto found = records_.find(key);
  return found == records_.end() ? nullptr : &found->second;
}

Status Journal::Append(const RecordKey& key, Json record) {
  const Status written = file_->Append(WriteJson(record));
  if (written) Keep(key, std::move(record));
  return written;
}

void Journal::Keep(const RecordKey& key, Json record) {
  records_.insert_or_assign(key, std::move(record));
  ++lines_;
}

}  // namespace bitladder::experiments
