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

Result<JournalContents> ReadJournal(const std::string& path) {
  const Result<std::string> text = ReadWholeFile(path);
  if (!text) return tl::unexpected(text.error());
  JournalContents contents;
  std::uint64_t lines = 0;
  const std::string_view all = *text;
  for (std::size_t end; (end = all.find('\n', contents.whole_bytes)) != std::string_view::npos;
       contents.whole_bytes = end + 1) {
    ++lines;
    Result<Json> record =
        ParseStrictJson(all.substr(contents.whole_bytes, end - contents.whole_bytes));
    const std::optional<RecordKey> key = record ? KeyOf(*record) : std::nullopt;
    if (!key) {
      return Fail(ErrorKind::kConfig,
                  fmt::format("{}: line {} is not a record; move the file away or start fresh",
                              path, lines));
    }
    contents.records.insert_or_assign(*key, *std::move(record));
  }
  return contents;
}

Result<Journal> Journal::Open(const std::string& path, bool fresh) {
  Journal journal;
  Result<std::unique_ptr<LineFile>> file = LineFile::Open(path);
  if (!file) return tl::unexpected(file.error());
  journal.file_ = *std::move(file);
  JournalContents contents;
  if (!fresh) {
    Result<JournalContents> read = ReadJournal(path);
    if (!read) return tl::unexpected(read.error());
    contents = *std::move(read);
  }
  if (Status cut = journal.file_->CutTo(contents.whole_bytes); !cut) {
    return tl::unexpected(cut.error());
  }
  journal.records_ = std::move(contents.records);
  return journal;
}

const Json* Journal::Find(const RecordKey& key) const {
  const auto found = records_.find(key);
  return found == records_.end() ? nullptr : &found->second;
}

Status Journal::Append(const RecordKey& key, Json record) {
  const Status written = file_->Append(WriteJson(record));
  if (written) records_.insert_or_assign(key, std::move(record));
  return written;
}

}  // namespace bitladder::experiments
