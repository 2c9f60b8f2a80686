// Blocks between memory and file: trailer, checksum, compression.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "engine/io/file_system.h"
#include "engine/result.h"
#include "engine/table/format.h"

namespace bitladder::engine {

// A block's payload, uncompressed; `bytes` keeps it alive, or is null when it lies in a mapping,
// which lives as long as its file.
struct Block {
  std::string_view payload;
  std::shared_ptr<const char[]> bytes;
  Compression compression = Compression::kNone;  // in the file
};

// kCorruption with a message that names path and offset.
tl::unexpected<Error> CorruptAt(const std::string& path, std::uint64_t offset,
                                std::string_view what);

// Appends payload (compressed, if that saves an eighth at least, as LevelDB decides) and trailer to
// `out`. Returns the payload bytes written.
std::size_t AppendBlock(std::string* out, std::string_view payload, Compression compression);

// Reads one block by one Read of the file. Errors: kIo; kCorruption when the handle goes beyond the
// file, the checksum (if `verify_checksum`) is wrong, the compression type is unknown or the
// compressed bytes are malformed. Takes no more memory than the file is long, or 22 times that for
// snappy, whose densest element makes 64 bytes of 3.
Result<Block> ReadBlock(const RandomAccessFile& file, const BlockHandle& handle,
                        bool verify_checksum);

}  // namespace bitladder::engine
