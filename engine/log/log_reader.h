// Reads back what LogWriter wrote, record by record.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "engine/log/log_format.h"
#include "engine/result.h"

namespace bitladder::engine {

// Reads from the whole file's bytes. A torn tail (the file ends inside a record, as after a crash)
// ends the log quietly: `torn_bytes()` tells how much was dropped. A wrong checksum or an
// impossible length before the tail is kCorruption naming the path and offset.
class LogReader {
 public:
  LogReader(std::string contents, std::string path);
  // True and a record; false at the end; or an error.
  Result<bool> Next(std::string* record);
  std::uint64_t torn_bytes() const { return torn_bytes_; }

 private:
  std::string contents_;
  std::string path_;
  std::size_t position_ = 0;
  std::uint64_t torn_bytes_ = 0;
};

}  // namespace bitladder::engine
