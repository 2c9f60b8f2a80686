// Counters of a store, exact and by run.
#pragma once

#include <cstdint>
#include <vector>

namespace bitladder::engine {

struct RunCounters {
  std::uint64_t filter_probes = 0;
  std::uint64_t filter_negatives = 0;
  std::uint64_t fence_rejections = 0;  // filter said maybe, fences said no
  // Filter said maybe for a key that the run does not hold, fence rejections included.
  std::uint64_t false_positives = 0;
  std::uint64_t true_positives = 0;
  std::uint64_t block_reads = 0;  // from the file
  std::uint64_t block_cache_hits = 0;
  bool operator==(const RunCounters&) const = default;
};

// Lookups since the store was opened or ResetLookupStatistics was called; writes since it was
// opened.
struct StoreStatistics {
  std::uint64_t lookups = 0;
  std::uint64_t found = 0;
  std::uint64_t deleted = 0;
  std::uint64_t found_in_buffer = 0;
  std::vector<RunCounters> runs;  // as Store::runs()
  std::uint64_t flushes = 0;
  std::uint64_t merges = 0;  // multiway merges executed, flushes that merge with runs included
  // Into tables, so copies an entry = entries_written / entries inserted.
  std::uint64_t entries_written = 0;
  std::uint64_t bytes_written = 0;     // into table files
  std::uint64_t merge_bytes_read = 0;  // from table files, by merges
};

}  // namespace bitladder::engine
