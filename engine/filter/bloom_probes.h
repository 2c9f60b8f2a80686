// The number of probes of a Bloom filter, decided by integers only.
#pragma once

#include <cstdint>
#include <span>

namespace bitladder::engine {

// The integer k >= 1 that minimises (1 - exp(-k / b))^k at b = bits / keys bits per key. keys >= 1,
// bits <= 128 * keys. k is 1 below b = 2.078, 2 below 3.556, 7 between 9.358 and 10.804, 89 at
// most.
int BestBloomProbes(std::uint64_t bits, std::uint64_t keys);

// Entry j is ceil(2^32 * s) with s the bits per key at which j + 2 probes become as good as j + 1.
std::span<const std::uint64_t> BloomSwitchPoints();

}  // namespace bitladder::engine
