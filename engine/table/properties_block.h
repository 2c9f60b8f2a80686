// The properties of a table as a block of its own, named in the metaindex, so that a table tells of
// itself without a manifest.
#pragma once

#include <string>
#include <string_view>

#include "engine/result.h"
#include "engine/table/table_writer.h"

namespace bitladder::engine {

inline constexpr std::string_view kPropertiesName = "bitladder.properties";

// Everything but file_bytes and filter_block_bytes, which the file itself shows.
std::string EncodeProperties(const TableProperties& properties);
// kCorruption (the caller adds file and offset) when bytes are missing, left over or out of range.
Result<TableProperties> DecodeProperties(std::string_view bytes);

}  // namespace bitladder::engine
