// Intervals for counts: what a measured count says about the true rate, and between which counts a
// prediction expects the measurement.
#pragma once

#include <cstdint>

namespace bitladder::experiments {

inline constexpr double kConfidence = 0.95;

struct Interval {
  double low = 0;
  double high = 0;
  bool operator==(const Interval&) const = default;
};

// Exact (Clopper and Pearson 1934) two-sided interval of a probability: `successes` of `trials`
// independent trials, successes <= trials. Without trials it is [0, 1].
Interval ClopperPearson(std::uint64_t successes, std::uint64_t trials,
                        double confidence = kConfidence);

// Exact (Garwood 1936) two-sided interval of the mean of a Poisson count. For sums of independent
// trials with small probabilities it is wider than needed, never narrower.
Interval PoissonMean(std::uint64_t count, double confidence = kConfidence);

// The smallest c that a Binomial(trials, probability) exceeds with probability at most `tail`.
std::uint64_t MostSuccesses(std::uint64_t trials, double probability, double tail);

// First two moments of a count: `certain` events that happen anyway, and a random rest.
struct CountMoments {
  double certain = 0;   // >= 0, whole
  double mean = 0;      // of the rest, >= 0
  double variance = 0;  // of the rest, >= 0; 0 only where mean is 0
};

struct CountInterval {
  std::uint64_t low = 0;
  std::uint64_t high = 0;  // inclusive
  bool Contains(std::uint64_t count) const { return low <= count && count <= high; }
  bool operator==(const CountInterval&) const = default;
};

// The narrowest equal-tailed interval that a count with these moments leaves with probability at
// most (1 - confidence)/2 on either side: low is the largest count with P(X < low) within it, high
// the smallest with P(X > high) within it. The rest's distribution is the member with these moments
// of
//   negative binomial  where variance > mean: r = mean^2 / (variance - mean), the Gamma-Poisson
//   mixture
//                      that arises when a filter's own rate is random around its expectation,
//   Poisson            where they are equal,
//   binomial           where variance < mean: n = mean^2 / (mean - variance) trials, rounded to a
//   whole
//                      number (large rates: a lookup is charged at most once a run).
CountInterval PredictionInterval(const CountMoments& moments, double confidence = kConfidence);

}  // namespace bitladder::experiments
