// How far a measured false-positive rate may lie from a Bloom filter's expectation.
#pragma once

#include <cmath>
#include <cstdint>

namespace bitladder::engine {

// (1 - exp(-k n / m))^k.
inline double BloomRate(double bits, double keys, int probes) {
  return std::pow(-std::expm1(-probes * keys / bits), probes);
}

// Standard deviation of a share measured over `lookups` independent absent keys of a filter whose
// own rate scatters around `rate` by k sqrt(e^-c (1 - (1 + c) e^-c) / m) / (1 - e^-c) relative, c =
// k n / m: the lookups' binomial part and the filter's own.
inline double MeasuredRateSd(double rate, double bits, double keys, int probes, double lookups) {
  const double c = probes * keys / bits;
  const double clear = std::exp(-c);
  const double filter =
      rate * probes * std::sqrt(clear * (1 - (1 + c) * clear) / bits) / (1 - clear);
  return std::sqrt(rate * (1 - rate) / lookups + filter * filter);
}

// z of a two-sided normal interval with false-alarm rate 1e-6.
inline constexpr double kOneInAMillion = 4.892;

}  // namespace bitladder::engine
