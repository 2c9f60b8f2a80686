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

// The number of probes, 1..26, that is best when the fill of a line with j keys is taken for its
// mean, 1 - (1 - 1/512)^(k j): the rule by which stores choose it, in whole 1/1024 bits. Fewer than
// an unblocked filter takes, because crowded lines ask for fewer. The exact best rate is up to 0.5
// % lower around a switch below 24 bits.
int BestBlockedProbes(double bits_per_key);

// Fpr is the exact expectation over all filters of m = bits_per_key * entries bits in m/512 lines:
// the load of a line is binomial. Below one line it is the rate of a plain filter of m bits. FprSd
// counts the lines' own randomness and their loads, which sum to `entries`. SpentBits is 512
// floor(floor(entries q / 1024) / 512) for a request of q/1024 bits per key.
std::unique_ptr<FprModel> MakeBlockedBloomModel();

}  // namespace bitladder::sim
