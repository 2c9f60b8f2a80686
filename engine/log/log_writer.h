// Appends records to a log file in LevelDB's record format.
#pragma once

#include <memory>
#include <string_view>

#include "engine/io/file_system.h"
#include "engine/log/log_format.h"
#include "engine/result.h"

namespace bitladder::engine {

// Owns its file. Nothing is durable before Sync. After an error every further call returns it.
class LogWriter {
 public:
  explicit LogWriter(std::unique_ptr<WritableFile> file);
  Status Append(std::string_view record);
  Status Flush();
  Status Sync();

 private:
  Status EmitFragment(LogRecordType type, std::string_view payload);
  std::unique_ptr<WritableFile> file_;
  std::size_t block_offset_ = 0;
  Status failed_;
};

}  // namespace bitladder::engine
