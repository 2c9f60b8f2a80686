// What prediction and measurement say of each other.
#pragma once

#include <cstdint>
#include <optional>

#include "experiments/result/observation.h"
#include "experiments/result/prediction.h"

namespace bitladder::experiments {

struct Comparison {
  std::optional<double> wasted_ios_ratio;  // measured / predicted; null where nothing is predicted
  std::optional<double>
      z_score;  // (measured - predicted) / sd; null where the prediction is certain
  bool within_pi95 = false;
  std::optional<double> copies_ratio;  // of updates, measured / predicted; 1 where the rule holds
  // Measured / predicted mean; null where one of them is missing.
  std::optional<double> latency_ratio = {};
};

// The observation must be of as many lookups as the prediction is for.
Comparison Compare(const Prediction& predicted, const Observation& measured);

// What `wasted_ios` in `lookups` lookups alone say of the mean against these very filters: exact
// Poisson for what runs with filters cost (conservative, as a lookup pays a run at most once), no
// spread for the `certain` ones of runs without a filter. [0, 0] without lookups.
Interval MeasuredMeanInterval(std::uint64_t wasted_ios, std::uint64_t certain,
                              std::uint64_t lookups);

// The same for an observation, where runs without filter bits are the certain ones.
Interval MeasuredWastedIos(const Observation& measured);

}  // namespace bitladder::experiments
