// Writes one run as one table file in LevelDB's layout, with one filter over its distinct user
// keys, and beside it the key hashes from which the filter can be rebuilt without reading a data
// block.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/filter/filter.h"
#include "engine/io/file_system.h"
#include "engine/result.h"
#include "engine/table/format.h"

namespace bitladder::engine {

// kRun: one filter over the table's distinct keys. kBlock: one for each 2 KiB of data blocks, over
// every version in them, as LevelDB lays its filters out and reads them; for kind leveldb_bloom
// alone.
enum class FilterLayout : std::uint8_t { kRun = 0, kBlock = 1 };

struct TableOptions {
  std::uint32_t block_bytes = 4096;  // 256..1 MiB; a data block closes before it would exceed this
  bool block_align = true;  // pad so that block and trailer lie within one block_bytes page
  std::uint32_t restart_interval = 16;           // 1..1024
  Compression compression = Compression::kNone;  // alignment needs kNone
  FilterLayout filter_layout = FilterLayout::kRun;
  bool operator==(const TableOptions&) const = default;
};

// kInvalidArgument naming the field, its value and its range.
Status Validate(const TableOptions& options);

// What the writer knows of a finished table; the manifest keeps it.
struct TableProperties {
  std::uint64_t entries = 0;        // versions, tombstones included
  std::uint64_t distinct_keys = 0;  // distinct user keys: what the filter holds
  std::uint64_t deletions = 0;
  std::uint64_t logical_bytes = 0;  // sum of user key + value + 16, THEORY's entry size
  std::uint64_t file_bytes = 0;
  std::uint64_t data_blocks = 0;
  std::uint64_t filter_block_bytes = 0;  // in the file, without trailer
  FilterSpec filter;                     // as requested at creation
  std::string smallest;                  // internal keys
  std::string largest;
  bool operator==(const TableProperties&) const = default;
};

// Add in strictly ascending internal-key order (a bug otherwise). The files are complete only after
// Finish; the caller syncs the directory.
class TableWriter {
 public:
  static Result<std::unique_ptr<TableWriter>> Create(FileSystem& file_system,
                                                     const std::string& table_path,
                                                     const std::string& hashes_path,
                                                     const TableOptions& options);
  virtual ~TableWriter() = default;
  virtual Status Add(std::string_view internal_key, std::string_view value) = 0;
  // Number of distinct user keys added so far: what a filter chooser needs.
  virtual std::uint64_t distinct_keys() const = 0;
  // Writes filter, metaindex, index and footer, and the hashes file; syncs both when `sync`.
  // kInvalidArgument when the layout is kBlock and the filter neither leveldb_bloom nor none, or
  // when its bits per key are above kMaxBitsPerKey1024.
  virtual Result<TableProperties> Finish(const FilterSpec& filter, bool sync) = 0;
};

// The hashes file: what BuildFilter needs, in key order, checksummed.
Result<std::vector<KeyHash>> ReadKeyHashes(FileSystem& file_system, const std::string& hashes_path);

}  // namespace bitladder::engine
