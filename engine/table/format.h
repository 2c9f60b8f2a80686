// Bytes of a table that more than one file must agree on: internal keys, block handles, trailer and
// footer, in LevelDB's format. Every length read from disk is checked before use.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "engine/io/coding.h"
#include "engine/io/crc32c.h"
#include "engine/result.h"

namespace bitladder::engine {

// Internal key: user key, then 8 bytes little-endian of (sequence << 8 | type). Ordered by user key
// ascending (bytewise), then by sequence descending.
enum class ValueType : std::uint8_t { kDeletion = 0, kValue = 1 };
inline constexpr std::uint64_t kMaxSequence = (std::uint64_t{1} << 56) - 1;
inline constexpr std::size_t kInternalKeyTrailerBytes = 8;

struct ParsedInternalKey {
  std::string_view user_key;
  std::uint64_t sequence = 0;
  ValueType type = ValueType::kValue;
};
void AppendInternalKey(std::string* out, std::string_view user_key, std::uint64_t sequence,
                       ValueType type);
// kCorruption when it is too short or its type is unknown; the caller adds file and offset.
Result<ParsedInternalKey> ParseInternalKey(std::string_view internal_key);
int CompareInternalKeys(std::string_view a, std::string_view b);  // both at least 8 bytes
std::string_view UserKey(std::string_view internal_key);          // at least 8 bytes

struct BlockHandle {
  std::uint64_t offset = 0;
  std::uint64_t size = 0;  // without the trailer
  bool operator==(const BlockHandle&) const = default;
};
void AppendBlockHandle(std::string* out, const BlockHandle& handle);
bool GetBlockHandle(std::string_view* input, BlockHandle* handle);
// Whether block and trailer lie before `end`, computed without overflow.
bool EndsBefore(const BlockHandle& handle, std::uint64_t end);

enum class Compression : std::uint8_t { kNone = 0, kSnappy = 1 };
// Compression type, masked CRC32-C of block and type.
inline constexpr std::size_t kBlockTrailerBytes = 5;

// The file's last 48 bytes: both handles as varints, zeros up to 40 bytes, the magic number.
inline constexpr std::size_t kFooterBytes = 48;
inline constexpr std::uint64_t kTableMagic = 0xdb4775248b80fb57ULL;
struct Footer {
  BlockHandle metaindex;
  BlockHandle index;
  bool operator==(const Footer&) const = default;
};
void AppendFooter(std::string* out, const Footer& footer);
// The footer has no checksum, so anything but the exact bytes of AppendFooter is refused, and so is
// a footer whose metaindex, index and footer do not lie back to back at the end of the file, as
// every writer of this format puts them. The message says what is wrong, without path and offset.
Result<Footer> ParseFooter(std::string_view bytes, std::uint64_t file_bytes);

}  // namespace bitladder::engine
