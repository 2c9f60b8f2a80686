// LevelDB's filter block: one Bloom filter for each 2 KiB of data blocks.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "engine/filter/filter.h"
#include "engine/result.h"
#include "engine/table/table_keys.h"

namespace bitladder::engine {

// Bytes: the filters end to end, filter i over every version in the data blocks that start in
// [2048 i, 2048 (i+1)), empty where none does; the offset of each (fixed32); the offset of the
// first of those (fixed32); one byte 11, log2 of 2048. The filters are leveldb_bloom's, at whole
// bits per key. Byte-identical to what LevelDB writes over the same blocks. Empty when the bits per
// key are less than one or there are no blocks.
std::string BuildBlockFilters(std::uint32_t bits_per_key_1024, const TableKeys& keys);

// MayContain says maybe; MayContainInBlock answers by the filter of the block's offset, maybe for
// an offset beyond the last one. All of it is checked here: malformed bytes are kCorruption,
// without path and offset.
Result<std::unique_ptr<FilterReader>> OpenBlockFilters(std::string bytes);

}  // namespace bitladder::engine
