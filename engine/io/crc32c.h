// CRC32-C (Castagnoli), the checksum of tables and logs, and LevelDB's masking of it.
#pragma once

#include <cstdint>
#include <string_view>

namespace bitladder::engine {

// Checksum of `previous`'s data followed by `data`; "123456789" gives 0xe3069283 (RFC 3720, B.4
// gives further values).
std::uint32_t Crc32c(std::string_view data, std::uint32_t previous = 0);

// A checksum over bytes that hold checksums themselves is weak, so stored ones are rotated right by
// 15 bits and moved by a constant, as LevelDB does.
std::uint32_t MaskCrc(std::uint32_t crc);
std::uint32_t UnmaskCrc(std::uint32_t masked);

}  // namespace bitladder::engine
