// The keys of one table as filters need them, and the hashes file NNNNNN.hashes that keeps them
// beside the table, so that any filter can be built again without reading a data block.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/filter/filter.h"
#include "engine/io/file_system.h"
#include "engine/result.h"

namespace bitladder::engine {

// A key with more than one version.
struct RepeatedKey {
  std::uint64_t key = 0;  // index into TableKeys::distinct
  std::uint64_t versions = 0;
  bool operator==(const RepeatedKey&) const = default;
};

// A data block.
struct BlockOfVersions {
  std::uint64_t offset = 0;
  std::uint64_t versions = 0;
  bool operator==(const BlockOfVersions&) const = default;
};

struct TableKeys {
  // Both in key order: a version of the key before, or of a new one; a data block from `offset` to
  // `end`, trailer included, of the versions added since the one before.
  void AddVersion(std::string_view user_key, bool is_new);
  void EndBlock(std::uint64_t offset, std::uint64_t end);

  std::vector<KeyHash> distinct;  // of user keys, in key order
  // The rest is only known of tables whose filters are laid out by block.
  std::vector<RepeatedKey> repeated;    // ascending
  std::vector<BlockOfVersions> blocks;  // ascending
  std::uint64_t data_end = 0;           // where the last data block and its trailer end
  std::uint64_t open_versions = 0;      // added since the last block ended
};

// File: chunks of up to kHashesPerChunk keys (8 bytes wide hash, 4 bytes LevelDB's hash each, then
// the masked CRC32-C of the chunk); where blocks are known a layout section (varints: data_end;
// number of blocks, offset less the one before and versions of each; number of repeated keys, index
// less the one before and versions of each; then its masked CRC32-C); a footer: keys, layout bytes,
// magic (fixed64 each), masked CRC32-C of the three.
inline constexpr std::size_t kHashesPerChunk = 4096;
inline constexpr std::size_t kHashBytes = 12;
inline constexpr std::size_t kHashesFooterBytes = 28;
inline constexpr std::uint64_t kHashesMagic = 0x31736873614c4221ULL;

Status WriteTableKeys(WritableFile& file, const TableKeys& keys);
// Verifies every byte. kCorruption names path and offset.
Result<TableKeys> ReadTableKeys(FileSystem& file_system, const std::string& hashes_path);

}  // namespace bitladder::engine
