// What a backend saw: exact counts, and times. Plain values.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace bitladder::experiments {

struct LatencySummary {  // microseconds, nanosecond resolution
  std::uint64_t count = 0;
  double mean_us = 0;
  double p50_us = 0;
  double p90_us = 0;
  double p99_us = 0;
  double p999_us = 0;
  double max_us = 0;
};

// A percentile is the smallest value that at least that share of all values does not exceed. Sorts
// `nanoseconds`; nullopt when it is empty.
std::optional<LatencySummary> SummarizeLatency(std::span<std::uint64_t> nanoseconds);

struct ObservedRun {
  std::uint64_t filter_bits = 0;  // payload of the filter in force
  std::uint64_t filter_file_bytes = 0;
  std::uint64_t filter_resident_bytes = 0;
  std::optional<double> fpr_from_filter = {};  // the rate that the built filter's own fill gives
  std::optional<double> fill_ratio = {};
  std::uint64_t filter_probes = 0;    // for keys that the run does not hold
  std::uint64_t false_positives = 0;  // of these: the filter said maybe
  std::uint64_t true_positives = 0;
  std::uint64_t fence_rejections = 0;  // of the false positives: no block was searched
  std::uint64_t block_reads = 0;       // from the file
  std::uint64_t audit_probes = 0;      // of the filter alone, for absent keys, beside the lookups
  std::uint64_t audit_false_positives = 0;
};

// Updates between the lookups, and the flushes and merges that they set off.
struct ObservedUpdates {
  std::uint64_t count = 0;
  std::uint64_t flushes = 0;
  std::uint64_t merges = 0;
  std::uint64_t entries_flushed = 0;
  std::uint64_t entries_written = 0;
  std::uint64_t bytes_written = 0;             // into table files
  std::uint64_t merge_bytes_read = 0;          // from table files
  std::uint64_t logical_bytes_flushed = 0;     // key + value + 16 of each entry flushed
  std::uint32_t block_bytes = 4096;            // that I/Os are counted in
  std::optional<LatencySummary> latency = {};  // of one update, its flush and merge included
};

struct Observation {
  bool simulated = false;  // drawn, not done: no bytes, system calls or times
  // Newest first. Beside updates: the runs of the loaded tree, each counted while it lived.
  std::vector<ObservedRun> runs;
  std::uint64_t lookups = 0;
  std::uint64_t found = 0;
  std::uint64_t found_in_buffer = 0;
  std::uint64_t wasted_block_accesses = 0;  // data blocks searched that did not hold the key
  std::uint64_t wasted_ios = 0;             // those of them that no cache served
  std::vector<std::uint64_t> ios_per_lookup_histogram;  // lookups with 0, 1, ... wasted I/Os
  std::uint64_t block_reads = 0;
  std::optional<std::uint64_t> pread_calls = {};  // null for file systems without system calls
  std::optional<std::uint64_t> kernel_read_bytes =
      {};                           // that the kernel fetched from devices meanwhile
  std::uint64_t filter_probes = 0;  // true positives included
  std::uint64_t fence_rejections = 0;
  std::optional<LatencySummary> latency = {};   // null where the config asks for counts only
  std::optional<ObservedUpdates> updates = {};  // null where there are none
};

}  // namespace bitladder::experiments
