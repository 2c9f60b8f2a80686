// A Bloom filter cut into cache lines of 512 bits (Putze, Sanders, Singler 2007): a key's line is
// uniform, and its k probes are independent uniform positions (with replacement) inside that line.
#pragma once

#include <memory>

#include "sim/filter/fpr_model.h"

namespace bitladder::sim {

inline constexpr int kBlockBits = 512;

// The large filter with k probes: mean of the exact rate of one line over a Poisson(512/b) number
// of keys in it. bits_per_key > 0, probes >= 1.
double BlockedBloomLimitRate(double bits_per_key, int probes);

// k, 1..25: the best whole number of probes of a large filter, by switches in whole 1/1024 bits per
// key (rounded up), as stores choose it. Fewer than an unblocked filter takes, because crowded
// lines ask for fewer.
int BestBlockedProbes(double bits_per_key);

// Fpr is the exact expectation over all filters of m = bits_per_key * entries bits in m/512 lines:
// the load of a line is binomial. Below one line it is the rate of a plain filter of m bits. FprSd
// counts the lines' own randomness and their loads, which sum to `entries`. SpentBits is 512
// floor(floor(entries q / 1024) / 512) for a request of q/1024 bits per key.
std::unique_ptr<FprModel> MakeBlockedBloomModel();

}  // namespace bitladder::sim
