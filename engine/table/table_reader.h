// Reads one table file. Filter first, fences only after a "maybe", then at most one data block.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "engine/filter/filter.h"
#include "engine/io/file_system.h"
#include "engine/result.h"
#include "engine/table/format.h"
#include "engine/table/iterator.h"

namespace bitladder::engine {

class BlockCache;  // engine/table/block_cache.h; null means none

struct ReadOptions {
  // Of data blocks, at every read from the file. Off, damaged data may give wrong answers, but
  // nothing is read out of bounds.
  bool verify_checksums = true;
  bool operator==(const ReadOptions&) const = default;
};

// What one probe of one run did.
enum class ProbeOutcome : std::uint8_t {
  kFilterNegative,  // the filter said no
  kFenceRejection,  // the filter said maybe, the fences said no block can hold the key
  kFalsePositive,   // a data block was searched and did not hold the key
  kFound,           // a value
  kDeleted,         // a tombstone
};

struct ProbeResult {
  ProbeOutcome outcome = ProbeOutcome::kFilterNegative;
  bool block_read = false;  // a block was read from the file (not served by the cache)
};

// Immutable after Open, safe for concurrent readers. Fences and filter are resident.
class TableReader {
 public:
  // Errors: kNotFound, kIo, kInvalidArgument (direct reads refused), kCorruption naming path and
  // offset. Footer, index, properties and filter are verified here whatever `options` say; `cache`,
  // where not null, outlives the table.
  static Result<std::unique_ptr<TableReader>> Open(FileSystem& file_system, const std::string& path,
                                                   ReadMode mode, const ReadOptions& options,
                                                   BlockCache* cache = nullptr);
  virtual ~TableReader() = default;

  // Newest version of `user_key` with sequence at most `snapshot`. `filter` replaces the table's
  // own filter for this probe; null means that every probe says maybe. On kFound `value` holds the
  // value.
  virtual Result<ProbeResult> Get(std::string_view user_key, const KeyHash& hash,
                                  std::uint64_t snapshot, const FilterReader* filter,
                                  std::string* value) const = 0;

  // The number of the data block, from 0, that the fences name for `user_key` as of `snapshot`;
  // nullopt when no block can hold it. Reads no file.
  virtual std::optional<std::uint64_t> FindBlock(std::string_view user_key,
                                                 std::uint64_t snapshot) const = 0;

  // Over internal keys. Reads past the block cache, `read_ahead_bytes` at a time (0: a block),
  // which a merge wants large and a short scan 0. The table outlives it.
  virtual std::unique_ptr<Iterator> NewIterator(std::uint64_t read_ahead_bytes = 0) const = 0;

  virtual const FilterReader* filter() const = 0;  // the one in the file; null when it has none
  virtual std::uint64_t data_blocks() const = 0;
  virtual std::uint64_t fence_bytes() const = 0;  // resident
  virtual std::uint64_t file_bytes() const = 0;
};

}  // namespace bitladder::engine
