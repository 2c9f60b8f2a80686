// Checks everything that a table file and its hashes file promise.
#pragma once

#include <string>

#include "engine/io/file_system.h"
#include "engine/result.h"
#include "engine/table/table_writer.h"

namespace bitladder::engine {

// Reads every byte of both files: each checksum, the order of the keys across blocks, each key
// between its block's fences, zeros in the padding, no byte that belongs to nothing; the counts,
// sizes and end keys of the properties; that the hashes file holds the hash of each distinct key in
// order, that the filter says maybe to each of them, and that its bytes are those built from the
// hashes. An empty `hashes_path` leaves the hashes file out. Tables without properties (LevelDB's)
// are checked for what they do hold.
//
// Returns what was counted on the way. Errors: the first thing wrong, naming file and offset.
Result<TableProperties> VerifyTable(FileSystem& file_system, const std::string& table_path,
                                    const std::string& hashes_path);

}  // namespace bitladder::engine
