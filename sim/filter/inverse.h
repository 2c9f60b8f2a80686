// Bits per key from a rate, for curves that have no formula for it.
#pragma once

#include <functional>

namespace bitladder::sim {

using RateOfBits = std::function<double(double bits_per_key)>;

// The least b in [low, high] with rate(b) <= fpr, for a rate that does not rise in between and has
// rate(high) <= fpr; to the last digits, and never on the side where the rate is above `fpr`.
double LeastBitsInside(const RateOfBits& rate, double fpr, double low, double high);

// The same on [low, infinity) for a rate that falls to 0. low > 0.
double LeastBitsFrom(const RateOfBits& rate, double fpr, double low);

}  // namespace bitladder::sim
