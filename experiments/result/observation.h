// What a backend saw (counts, exact) and what theory says of the same tree. Plain values; the
// record writer turns both into JSON.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace bitladder::experiments {

struct LatencySummary {  // microseconds, nanosecond resolution
  std::uint64_t count = 0;
  double mean_us = 0, p50_us = 0, p90_us = 0, p99_us = 0, p999_us = 0, max_us = 0;
};

struct ObservedRun {
  int level = 1;
  int run = 1;
  std::uint64_t entries = 0;
  double bits_per_key_requested = 0;  // by the allocation, before rounding
  double bits_per_key = 0;            // spent / entries
  std::optional<double> bits_per_key_at_creation;
  std::uint64_t filter_bits = 0;
  std::uint64_t filter_file_bytes = 0;
  std::uint64_t filter_resident_bytes = 0;
  std::optional<double> fpr_from_filter;  // the built filter's own fill
  std::optional<double> fill_ratio;
  std::uint64_t filter_probes = 0;  // probes for keys that the run does not hold
  std::uint64_t false_positives = 0;
  std::uint64_t true_positives = 0;
  std::uint64_t fence_rejections = 0;
  std::uint64_t block_reads = 0;
};

struct Observation {
  std::string fingerprint;        // of the tree; empty for backends without files
  std::vector<ObservedRun> runs;  // newest first
  std::uint64_t lookups = 0;
  std::uint64_t found = 0;
  std::uint64_t found_in_buffer = 0;
  std::uint64_t wasted_block_accesses = 0;
  std::uint64_t wasted_ios = 0;
  std::vector<std::uint64_t> ios_per_lookup_histogram;
  std::uint64_t block_reads = 0;
  std::uint64_t pread_calls = 0;
  std::uint64_t filter_probes = 0;
  std::uint64_t fence_rejections = 0;
  std::optional<LatencySummary> latency;
};

struct PredictedRun {
  double fpr = 1;
  double fpr_sd = 0;
};

struct Prediction {
  std::vector<PredictedRun> runs;    // newest first, at the bits really spent
  double wasted_ios_per_lookup = 0;  // real run sizes, real filter's curve
  double wasted_ios_per_lookup_sd = 0;
  double wasted_ios_pi95_low = 0, wasted_ios_pi95_high = 0;
  double wasted_ios_per_lookup_ideal = 0;  // FPR = exp(-b ln2^2), same runs
  std::optional<double>
      wasted_ios_per_lookup_closed_form;  // the paper's equation on the designed tree
  std::vector<double> ios_per_lookup_pmf;
  std::uint64_t budget_bits = 0;
  std::uint64_t spent_bits = 0;
};

}  // namespace bitladder::experiments
