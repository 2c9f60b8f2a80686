// A real Bloom filter: whole bytes, a whole number of probes, each probe an independent uniform
// position (with replacement) among the filter's bits.
#pragma once

#include <memory>

#include "sim/filter/fpr_model.h"

namespace bitladder::sim {

// Stores probe no more: at 30 probes a filter of its best size has a rate of 10^-9.
inline constexpr int kMaxBloomProbes = 30;

// The large filter with k probes: (1 - exp(-k/b))^k, b bits per key. bits_per_key > 0, probes >= 1.
double BloomLimitRate(double bits_per_key, int probes);

// k, 1..30: the best whole number of probes of a large filter at `bits_per_key` (it changes
// at 2.078, 3.556, 5.013, ... bits). Small filters use the same k, although their exact rate is a
// little better with one probe less close to a switch.
int BestBloomProbes(double bits_per_key);

// The bits per key from which `probes` + 1 probes are better than `probes`, which is 1..29.
double BloomProbeSwitch(int probes);

// The whole bytes that a filter takes, in bits: 8 floor(floor(entries q/1024)/8) for a request of
// q/1024 bits per key. bits_per_key >= 0, entries >= 1.
double BloomBits(double bits_per_key, double entries);

// Fpr is the exact expectation over all filters of m = bits_per_key * entries bits, k =
// BestBloomProbes, entries * k probe positions (second-order expansion from m = 1000 k^2, within
// 2e-8). It falls with the bits except for a small step up where k changes, in small filters only.
// Under one bit it is 1. SpentBits is BloomBits, down to one byte. (Whether 0 < b < 1 is worth
// having is the allocation's choice: from no filter the gain per bit peaks at b = 1.)
std::unique_ptr<FprModel> MakeBloomModel();

}  // namespace bitladder::sim
