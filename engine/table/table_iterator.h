// A cursor over a whole table: data block after data block.
#pragma once

#include <memory>

#include "engine/io/file_system.h"
#include "engine/table/fences.h"
#include "engine/table/iterator.h"

namespace bitladder::engine {

// `file` and `fences` outlive it. Reads past any block cache, `read_ahead_bytes` at a time (0: a
// block). Keys come strictly ascending and well formed whatever the file holds: anything else is
// kCorruption naming path and offset of the block.
std::unique_ptr<Iterator> NewTableIterator(const RandomAccessFile& file, const Fences& fences,
                                           bool verify_checksums, std::uint64_t read_ahead_bytes);

}  // namespace bitladder::engine
