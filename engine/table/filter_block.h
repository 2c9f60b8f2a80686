// The filter block of a table, whatever its layout: its name, its bytes from the keys, its reader.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "engine/filter/filter.h"
#include "engine/io/file_system.h"
#include "engine/result.h"
#include "engine/table/table_keys.h"
#include "engine/table/table_writer.h"

namespace bitladder::engine {

struct FilterBlockType {
  FilterLayout layout = FilterLayout::kRun;
  FilterKind kind = FilterKind::kNone;
  bool operator==(const FilterBlockType&) const = default;
};

// "fullfilter.bitladder.bloom"; laid out by block "filter.leveldb.BuiltinBloomFilter2", as LevelDB
// looks it up.
std::string FilterBlockName(const FilterBlockType& type);
// Nullopt when the name is not a filter's at all; kCorruption when it is one of an unknown kind.
Result<std::optional<FilterBlockType>> FilterBlockTypeOfName(std::string_view name);

// kInvalidArgument when the bits per key are too many, or the layout is by block and the kind
// neither leveldb_bloom nor none.
Status CheckFilter(FilterLayout layout, const FilterSpec& spec);

// What the table writer puts into the file; empty for no filter. The filter must pass CheckFilter.
std::string BuildFilterBlock(FilterLayout layout, const FilterSpec& spec, const TableKeys& keys);

// The same from the hashes file beside a table, without reading a data block. kCorruption when that
// holds other than `expected_keys` distinct keys, or lacks the blocks that the layout needs.
Result<std::string> RebuildFilterBlock(FileSystem& file_system, const std::string& hashes_path,
                                       std::uint64_t expected_keys, FilterLayout layout,
                                       const FilterSpec& spec);

// Empty bytes give a null pointer. Malformed bytes are kCorruption without path and offset.
Result<std::unique_ptr<FilterReader>> OpenFilterBlock(const FilterBlockType& type,
                                                      std::string bytes);

}  // namespace bitladder::engine
