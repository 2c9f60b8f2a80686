// Bytes of a table that more than one file must agree on: LevelDB's varints, block handles, footer,
// block trailer and internal keys. Every length read from disk is checked before use.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "engine/result.h"

namespace bitladder::engine {

// Internal key: user key, then 8 bytes little-endian of (sequence << 8 | type). Ordered by user key
// ascending (bytewise), then by sequence descending.
enum class ValueType : std::uint8_t { kDeletion = 0, kValue = 1 };
inline constexpr std::uint64_t kMaxSequence = (std::uint64_t{1} << 56) - 1;

struct ParsedInternalKey {
  std::string_view user_key;
  std::uint64_t sequence = 0;
  ValueType type = ValueType::kValue;
};
void AppendInternalKey(std::string* out, std::string_view user_key, std::uint64_t sequence,
                       ValueType type);
Result<ParsedInternalKey> ParseInternalKey(std::string_view internal_key);
int CompareInternalKeys(std::string_view a, std::string_view b);  // both at least 8 bytes
std::string_view UserKey(std::string_view internal_key);          // at least 8 bytes

void AppendFixed32(std::string* out, std::uint32_t value);
void AppendFixed64(std::string* out, std::uint64_t value);
std::uint32_t DecodeFixed32(const char* p);
std::uint64_t DecodeFixed64(const char* p);
void AppendVarint32(std::string* out, std::uint32_t value);
void AppendVarint64(std::string* out, std::uint64_t value);
void AppendLengthPrefixed(std::string* out, std::string_view value);
// Each takes its bytes off the front of `input`; false when they are malformed or too few.
bool GetVarint32(std::string_view* input, std::uint32_t* value);
bool GetVarint64(std::string_view* input, std::uint64_t* value);
bool GetLengthPrefixed(std::string_view* input, std::string_view* value);

struct BlockHandle {
  std::uint64_t offset = 0;
  std::uint64_t size = 0;  // without the trailer
  bool operator==(const BlockHandle&) const = default;
};
void AppendBlockHandle(std::string* out, const BlockHandle& handle);
bool GetBlockHandle(std::string_view* input, BlockHandle* handle);

enum class Compression : std::uint8_t { kNone = 0, kSnappy = 1 };
// Compression type, masked CRC32-C of block and type.
inline constexpr std::size_t kBlockTrailerBytes = 5;
inline constexpr std::size_t kFooterBytes = 48;
inline constexpr std::uint64_t kTableMagic = 0xdb4775248b80fb57ULL;

std::uint32_t Crc32c(std::string_view data,
                     std::uint32_t previous = 0);  // "123456789" -> 0xe3069283
std::uint32_t MaskCrc(std::uint32_t crc);
std::uint32_t UnmaskCrc(std::uint32_t masked);

}  // namespace bitladder::engine
