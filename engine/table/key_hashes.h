// The hashes file NNNNNN.hashes beside each table: the hash of each distinct user key, in key
// order, so that any filter can be built again without reading a data block. ReadKeyHashes
// (table_writer.h) reads it.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "engine/filter/filter.h"
#include "engine/io/file_system.h"
#include "engine/result.h"

namespace bitladder::engine {

// File: chunks of up to kHashesPerChunk keys (8 bytes wide hash, 4 bytes LevelDB's hash each, then
// the masked CRC32-C of the chunk), then a footer: keys (fixed64), magic (fixed64), masked CRC32-C
// of both.
inline constexpr std::size_t kHashesPerChunk = 4096;
inline constexpr std::size_t kHashBytes = 12;
inline constexpr std::size_t kHashesFooterBytes = 20;
inline constexpr std::uint64_t kHashesMagic = 0x31736873614c4221ULL;

// The whole file's bytes for `keys`, appended to `file`.
Status WriteKeyHashes(WritableFile& file, std::span<const KeyHash> keys);

}  // namespace bitladder::engine
