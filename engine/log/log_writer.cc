#include "engine/log/log_writer.h"

#include <algorithm>
#include <string>
#include <utility>

#include "engine/io/coding.h"
#include "engine/io/crc32c.h"

namespace bitladder::engine {

LogWriter::LogWriter(std::unique_ptr<WritableFile> file) : file_(std::move(file)) {}

Status LogWriter::Append(std::string_view record) {
  ENGINE_TRY(failed_);
  bool begin = true;
  bool end = false;
  while (!end) {  // an empty record is one empty fragment
    const std::size_t left = kLogBlockBytes - block_offset_;
    if (left < kLogHeaderBytes) {
      failed_ = file_->Append(std::string(left, '\0'));
      ENGINE_TRY(failed_);
      block_offset_ = 0;
    }
    const std::size_t room = kLogBlockBytes - block_offset_ - kLogHeaderBytes;
    const std::size_t length = std::min(room, record.size());
    end = length == record.size();
    const LogRecordType type = begin ? (end ? LogRecordType::kFull : LogRecordType::kFirst)
                                     : (end ? LogRecordType::kLast : LogRecordType::kMiddle);
    ENGINE_TRY(EmitFragment(type, record.substr(0, length)));
    record.remove_prefix(length);
    begin = false;
  }
  return {};
}

Status LogWriter::Flush() {
  ENGINE_TRY(failed_);
  failed_ = file_->Flush();
  return failed_;
}

Status LogWriter::Sync() {
  ENGINE_TRY(failed_);
  failed_ = file_->Sync();
  return failed_;
}

Status LogWriter::EmitFragment(LogRecordType type, std::string_view payload) {
  const char type_byte = static_cast<char>(type);
  std::string header;
  AppendFixed32(&header, MaskCrc(Crc32c(payload, Crc32c(std::string_view(&type_byte, 1)))));
  header.push_back(static_cast<char>(payload.size() & 0xff));
  header.push_back(static_cast<char>(payload.size() >> 8));
  header.push_back(type_byte);
  failed_ = file_->Append(header);
  if (failed_) failed_ = file_->Append(payload);
  block_offset_ += kLogHeaderBytes + payload.size();
  return failed_;
}

}  // namespace bitladder::engine
