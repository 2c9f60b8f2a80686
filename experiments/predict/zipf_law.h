// Sums over Zipf's law, for any number of keys.
#pragma once

#include <cstdint>

namespace bitladder::experiments {

// Terms that are added one by one; what follows is summed by Euler and Maclaurin's formula.
inline constexpr std::uint64_t kZipfExactRanks = std::uint64_t{1} << 18;

// sum over k = first..last of k^-s, relative error below 1e-12. 1 <= first; 0 where last < first;
// s >= 0.
double ZipfSum(std::uint64_t first, std::uint64_t last, double s);

// Sum of squared probabilities of `keys` ranks: P(two lookups are for the same key). So n lookups
// are worth 1 / (1/n + this) distinct ones.
double ZipfRepeatProbability(std::uint64_t keys, double s);

}  // namespace bitladder::experiments
