// Ranks by Zipf's law: the workload in which a few keys get most of the lookups.
#pragma once

#include <cstdint>

#include "experiments/workload/random_stream.h"

namespace bitladder::experiments {

// Rank k of 0..ranks-1 with probability (k + 1)^-s / sum_{i=1..ranks} i^-s, exactly normalised.
// Rejection-inversion (Hörmann and Derflinger, "Rejection-inversion to generate variates from
// monotone discrete distributions", 1996): no table, a constant number of draws whatever the size;
// with portable_math.h, so that every machine draws the same ranks.
class ZipfRanks {
 public:
  ZipfRanks(std::uint64_t ranks, double exponent);  // 1..2^50; s in 0..10, 0 is uniform

  std::uint64_t Draw(RandomStream& random) const;

 private:
  // The hat's density x^-s, its integral from 1 to x, and the inverse of that.
  double Density(double x) const;
  double Integral(double x) const;
  double InverseIntegral(double area) const;

  double ranks_;
  double exponent_;
  double area_begin_;  // Integral(3/2) - Density(1): rank 1 has exactly its own probability
  double area_end_;    // Integral(ranks + 1/2)
  double accepted_;    // x within this of its rank from below needs no test
};

}  // namespace bitladder::experiments
