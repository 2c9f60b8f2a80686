// Lookups against a tree and its filters' rates, without data: each filter's own rate is drawn
// once, then each lookup's answer from each run.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/filter/fpr_model.h"
#include "sim/result.h"
#include "sim/tree/tree_shape.h"

namespace bitladder::sim {

struct MonteCarloProblem {
  TreeShape tree;                       // runs, newest first; a lookup goes in that order
  std::vector<ExpectedFilter> filters;  // one for each run
  // Probability that a key that run j does not hold lies inside its key range (else the fences
  // answer a "maybe" without a read), 0..1; empty: 1 for all.
  std::vector<double> inside_range = {};
  // For runs whose key ranges are disjoint, in place of inside_range: where keys that are not in
  // the tree lie, one for each run, summing to 1. Then the fences of every other run reject a
  // "maybe", also for keys that are in the tree.
  std::vector<double> absent_mass = {};
  std::uint64_t lookups = 1000000;  // distinct keys; at most 2^40
  double existing_fraction = 0;     // 0..1, of lookups whose key is in the tree
  std::vector<double> target_mass =
      {};                          // where existing keys lie, one for each run; empty: entries_j/N
  std::uint64_t seed_data = 1;     // the filters
  std::uint64_t seed_lookups = 1;  // everything else
};

struct MonteCarloRun {
  double fpr = 1;                      // the rate that this filter realised
  std::uint64_t probes = 0;            // for keys that the run does not hold
  std::uint64_t false_positives = 0;   // of these, answered "maybe"
  std::uint64_t fence_rejections = 0;  // of these, without a read
  std::uint64_t true_positives = 0;
  bool operator==(const MonteCarloRun&) const = default;
};

struct MonteCarloResult {
  std::vector<MonteCarloRun> runs;
  std::uint64_t lookups = 0;
  std::uint64_t found = 0;
  std::uint64_t wasted_ios = 0;  // sum over runs of false_positives - fence_rejections
  std::vector<std::uint64_t>
      ios_histogram;  // lookups by their I/Os, the one that finds the key included
  std::vector<std::uint64_t> wasted_ios_histogram;  // lookups by their wasted I/Os alone
  bool operator==(const MonteCarloResult&) const = default;
};

// A rate around `filter.fpr` with deviation `filter.fpr_sd`: lognormal (the rate is a power of the
// fill, and the fill is nearly normal), at most 1. The expectation itself when fpr_sd is 0.
std::vector<double> RealisedRates(const std::vector<ExpectedFilter>& filters,
                                  std::uint64_t seed_data);

// Cost: O(lookups * (1 + R)) whatever the entries and almost whatever the runs, for only "maybe"s
// are drawn, by the gaps between them; 2 bytes for each of at most 2^20 lookups at a time. Errors
// name the field that is out of range.
Result<MonteCarloResult> SimulateLookups(const MonteCarloProblem& problem);

}  // namespace bitladder::sim
