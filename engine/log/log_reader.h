// Reads back what LogWriter wrote, record by record.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "engine/log/log_format.h"
#include "engine/result.h"

namespace bitladder::engine {

// Reads from the whole file's bytes. A torn tail (the file ends inside a record, or in nothing but
// zeros, as after a crash) ends the log quietly: `torn_bytes()` tells how much was dropped. A wrong
// checksum or an impossible length before the tail is kCorruption naming the path and offset.
//
// The format's checksum leaves out the length. So where the file seems to end inside a fragment,
// the reader looks whether any shorter length fits the checksum: then the length was damaged, which
// is kCorruption too, not a tear. A true tear is mistaken for that at most once in 2^17.
class LogReader {
 public:
  LogReader(std::string contents, std::string path);
  // True and a record; false at the end; or an error, again at every further call.
  Result<bool> Next(std::string* record);
  std::uint64_t torn_bytes() const { return torn_bytes_; }

 private:
  struct Fragment {
    LogRecordType type = LogRecordType::kZero;
    std::string_view payload;
  };
  enum class Step { kFragment, kTorn };

  Result<Step> ReadFragment(Fragment* fragment);
  bool LengthWasDamaged(std::uint32_t stored_crc, std::string_view type_and_payload) const;
  Result<bool> EndTorn(std::size_t record_start);
  tl::unexpected<Error> Corrupt(std::size_t offset, std::string_view what) const;

  std::string contents_;
  std::string path_;
  std::size_t position_ = 0;
  std::uint64_t torn_bytes_ = 0;
};

}  // namespace bitladder::engine
