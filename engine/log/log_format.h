// LevelDB's log record format: 32 KiB blocks; each record has a 7-byte header (masked CRC32-C of
// type and payload, length, type full/first/middle/last). Used by the write-ahead log and the
// manifest.
#pragma once

#include <cstddef>
#include <cstdint>

namespace bitladder::engine {

inline constexpr std::size_t kLogBlockBytes = 32768;
inline constexpr std::size_t kLogHeaderBytes = 7;
enum class LogRecordType : std::uint8_t {
  kZero = 0,
  kFull = 1,
  kFirst = 2,
  kMiddle = 3,
  kLast = 4
};

}  // namespace bitladder::engine
