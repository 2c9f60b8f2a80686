// One meeting of a filter and its model: a real filter over real keys, the rate that theory expects
// of it before it is built, and how likely the measured rate is if theory is right.
#pragma once

#include <cstdint>
#include <span>

#include "engine/filter/filter.h"

namespace bitladder::experiments {

struct FilterCell {
  std::uint64_t keys = 0;
  std::uint64_t probes = 0;     // lookups of absent keys
  std::uint64_t positives = 0;  // of them, answered maybe
  std::uint64_t false_negatives = 0;
  double spent_bits = 0;  // of the real filter
  double expected_spent_bits = 0;
  double expected_fpr = 1;
  double expected_fpr_sd = 0;
  double tail_probability = 1;

  double measured_fpr() const {
    return static_cast<double>(positives) / static_cast<double>(probes);
  }
};

// Builds the filter of `spec` over `present`, looks up all of `present` and `absent`, and asks the
// model of the same name. No filter at all counts as one that always says maybe.
FilterCell MeetModel(const engine::FilterSpec& spec, std::span<const engine::KeyHash> present,
                     std::span<const engine::KeyHash> absent);

// Probability that a count of positives at least as far out as this one (two-sided) comes from
// `probes` lookups of a filter whose rate is `fpr` on average and scatters by `fpr_sd`: binomial
// for rates above 5 % (as a normal distribution) or without scatter, else Poisson with a
// gamma-distributed rate.
double TailProbability(std::uint64_t positives, std::uint64_t probes, double fpr, double fpr_sd);

}  // namespace bitladder::experiments
