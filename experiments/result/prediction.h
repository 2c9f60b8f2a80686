// What theory says of a point before anything is looked up. Plain values.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "experiments/result/statistics.h"

namespace bitladder::experiments {

struct PredictedRun {
  double fpr = 1;     // expectation before the filter is built
  double fpr_sd = 0;  // of the built filter's own rate around it
};

// Mean and spread of the wasted I/Os of one lookup, as a function of how many lookups are averaged.
// Derivation. Lookup i costs X_i; given the filters' realised rates q_j the X_i are independent,
// with mean sum_j w_j q_j, where w_j is the probability that run j's false positive costs a lookup
// an I/O. q_j has mean p_j and standard deviation s_j, independently between runs. So two lookups
// have covariance F = sum_j w_j^2 s_j^2 (they meet the same filters), plus, where keys repeat, D =
// P(same key) x the variance of one such key's cost; and
//   Var(sum of n) = n V + n (n-1) (F + D),   V the variance of one lookup against fresh filters.
struct LookupCost {
  double mean = 0;             // R: certain I/Os included
  double certain = 0;          // I/Os that every lookup pays: runs without a filter that all probe
  double variance = 0;         // V
  double filter_variance = 0;  // F, which more lookups do not reduce
  double repeat_variance = 0;  // D

  double Covariance() const { return filter_variance + repeat_variance; }  // of two lookups
  CountMoments Total(std::uint64_t lookups) const;  // of the sum over that many lookups
  double MeanSd(std::uint64_t lookups) const;       // of the mean over that many lookups
};

// Latency of one lookup, microseconds, closed loop.
struct PredictedLatency {
  double mean_us = 0;
  double p50_us = 0;
  double p90_us = 0;
  double p99_us = 0;
  double p999_us = 0;
};

// What updates write, by the merge rule: exact, as new keys are never dropped.
struct PredictedUpdates {
  std::uint64_t count = 0;    // new entries put
  std::uint64_t flushes = 0;  // of a whole buffer each; what is put last stays in the buffer
  std::uint64_t merges = 0;   // flushes that merged with runs
  std::uint64_t entries_flushed = 0;
  std::uint64_t entries_written = 0;       // into runs, every copy
  std::uint64_t entries_read = 0;          // from runs, by merges
  double entries_per_block = 1;            // B
  std::optional<double> copies_per_entry;  // written / flushed; null without a flush
  std::optional<double> ios_per_entry;     // (written + read) / B / flushed
  // The paper's W on the designed tree, in a tree that has grown for long (Monkey Eq. 10, phi = 1).
  std::optional<double> ios_per_entry_closed_form;
};

struct Prediction {
  std::vector<PredictedRun> runs;          // newest first, at the bits really spent
  std::uint64_t lookups = 0;               // that the interval is for
  LookupCost wasted_ios;                   // real run sizes, real filter's curve
  CountInterval wasted_ios_pi95;           // of the count over all lookups
  double wasted_ios_per_lookup_ideal = 0;  // FPR = exp(-b ln2^2) at the requested bits, same runs
  // The papers' equation on the designed tree; the status says why there is none.
  std::optional<double> wasted_ios_per_lookup_closed_form;
  std::string closed_form_status;
  std::vector<double> ios_per_lookup_pmf;  // P(0), P(1), ... wasted I/Os of one lookup
  // From what each part of a lookup costs, never from the lookups that were measured; the status
  // says why there is none.
  std::optional<PredictedLatency> latency = {};
  std::string latency_status = "not calibrated";
  std::optional<PredictedUpdates> updates = {};  // null where there are none
};

}  // namespace bitladder::experiments
