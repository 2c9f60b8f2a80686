// The ideal filter of the papers (Monkey 2017, Eq. 2), and the one constant of its curve.
#pragma once

#include <cmath>

namespace bitladder::sim {

// beta = ln(2)^2: nats of false-positive rate that one bit per key buys.
inline constexpr double kBeta = 0.480453013918201424667102526326664972;

// p = exp(-b beta). `bits_per_key` b >= 0; the result lies in [0, 1] (0 by underflow beyond 1500
// bits).
inline double IdealFpr(double bits_per_key) { return std::exp(-bits_per_key * kBeta); }

// b = -ln(p) / beta, in bits per key. `fpr` p in (0, 1].
inline double IdealBitsPerKey(double fpr) { return fpr >= 1 ? 0.0 : -std::log(fpr) / kBeta; }

}  // namespace bitladder::sim
