// The repetitions of one point, read back from their records and pooled.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "experiments/config/json.h"
#include "experiments/result/prediction.h"
#include "experiments/result/statistics.h"

namespace bitladder::experiments {

struct LevelBits {
  std::uint64_t level = 1;
  double bits_per_key = 0;  // spent on the level / entries of the level
};

struct PooledPoint {
  std::string label;  // of the first record: LabelOf without the repetition
  std::string dataset_id;
  std::string allocation;
  double spent_bits = 0;    // by all filters
  double bits_per_key = 0;  // budget / entries
  std::string others;       // "tree.size_ratio=4 ...": what is swept beside bits and allocation
  std::vector<LevelBits> ladder;  // by level, ascending

  LookupCost predicted;
  std::uint64_t predicted_lookups = 0;  // of the first repetition

  std::uint64_t lookups = 0;  // measured, over all repetitions; 0: this backend only predicts
  std::uint64_t wasted_ios = 0;
  std::uint64_t certain_ios = 0;  // of these: in runs without a filter
  bool compared = false;          // the prediction is of what was measured
  bool copies_part = false;       // updates wrote other entries than predicted
  std::uint64_t timed_lookups = 0;
  double latency_sum_us = 0;

  double MeasuredMean() const;         // lookups > 0
  Interval MeasuredInterval() const;   // MeasuredMeanInterval
  bool WithinPrediction() const;       // compared
  Interval PredictedInterval() const;  // of the mean over `lookups`, or over `predicted_lookups`
  double MeanLatencyUs() const;        // timed_lookups > 0

 private:
  CountInterval PredictedCount(std::uint64_t of_lookups) const;
};

// Points in the order of their first record. Failed records are left out, so a point whose
// repetitions all failed is missing.
std::vector<PooledPoint> PoolRepetitions(const std::vector<const Json*>& records);

}  // namespace bitladder::experiments
