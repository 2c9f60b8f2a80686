// The exact optimum for ideal filters, on any runs with any weights, and the proof that it is one.
//
// Minimise sum_j c_j p_j subject to sum_j n_j b_j = M, b_j >= 0, p_j = exp(-b_j beta) (Monkey 2017
// App. B and TODS 2018 section 4.4, generalised to single runs; THEORY section 5). The
// Karush-Kuhn-Tucker conditions give p_j = min(1, lambda n_j / c_j): water filling over ln(n_j /
// c_j), exact after one sort.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "sim/allocate/allocation.h"
#include "sim/ideal_filter.h"

namespace bitladder::sim {

// The problem is convex, so these conditions hold at the optimum and nowhere else.
struct MonkeyCertificate {
  // ln(lambda), lambda = c_j p_j / n_j of every filtered run: what one more nat per entry would
  // save.
  double log_constant = 0;
  // Largest |ln(c_j p_j / n_j) - ln(lambda)| over the filtered runs; 0 at the optimum, but for
  // rounding.
  double worst_deviation = 0;
  // Largest ln(c_j / n_j) - ln(lambda) over the unfiltered runs, -infinity when there are none;
  // positive if one of them deserved bits.
  double worst_unfiltered_excess = 0;
  // |spent - M| / M; 0 when M is 0. 1 when no run has a weight, so that no bit would help.
  double budget_deviation = 0;
  std::size_t filtered_runs = 0;
};

struct MonkeyOptimum {
  std::vector<double> bits_per_key;  // of each run
  double spent_bits = 0;             // = M within rounding, 0 when every weight is 0
  double cost = 0;                   // sum_j c_j p_j, ideal filters
  MonkeyCertificate certificate;
};

// `entries` n_j > 0 and `weights` c_j >= 0 (empty: all 1) of each run, in any order; `budget_bits`
// M >= 0, finite. `nats_per_bit` is beta for the ideal filter; for a filter with p = 2^(-b/c) it is
// ln(2)/c. Runs of weight 0 get nothing. Cost O(n log n).
MonkeyOptimum SolveMonkey(std::span<const double> entries, std::span<const double> weights,
                          double budget_bits, double nats_per_bit = kBeta);

// The reverse question: the optimum that costs at most `cost` with the least memory. `cost` at or
// above the sum of weights needs none; a cost <= 0, which no finite memory reaches, is an error.
// The certificate's budget is what is spent. Cost O(n log n).
Result<MonkeyOptimum> SolveMonkeyForCost(std::span<const double> entries,
                                         std::span<const double> weights, double cost,
                                         double nats_per_bit = kBeta);

// The conditions at any bits, computed from the bits alone: a filtered run is one with bits > 0.
MonkeyCertificate CertifyMonkey(std::span<const double> entries, std::span<const double> weights,
                                std::span<const double> bits_per_key, double budget_bits,
                                double nats_per_bit = kBeta);

// Policy `monkey`: SolveMonkey on the problem's runs and weights.
Result<Allocation> AllocateMonkey(const AllocationProblem& problem);

}  // namespace bitladder::sim
