// The parts of a table file that tell where everything is: footer, index, metaindex and what that
// names.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/filter/filter.h"
#include "engine/io/file_system.h"
#include "engine/result.h"
#include "engine/table/fences.h"
#include "engine/table/format.h"
#include "engine/table/table_writer.h"

namespace bitladder::engine {

// One entry of the metaindex.
struct MetaBlock {
  std::string name;
  BlockHandle handle;
};

struct TableParts {
  std::unique_ptr<RandomAccessFile> file;
  Footer footer;
  Fences fences;
  std::vector<MetaBlock> meta_blocks;         // in the order of the metaindex
  std::optional<TableProperties> properties;  // tables that LevelDB wrote have none
  BlockHandle properties_handle;
  std::unique_ptr<FilterReader> filter;  // null when the table has none that is known here
  FilterLayout filter_layout = FilterLayout::kRun;
  BlockHandle filter_handle;
};

// Everything read here is verified: checksums, bounds, order of fences, agreement of index and
// properties. Meta blocks of unknown names are listed and left alone. Errors: kNotFound, kIo,
// kCorruption naming path and offset.
Result<TableParts> OpenTableParts(FileSystem& file_system, const std::string& path, ReadMode mode);

}  // namespace bitladder::engine
