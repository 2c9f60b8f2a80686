// The number of probes within a 512-bit line, decided by integers only.
#pragma once

#include <cstdint>
#include <span>

namespace bitladder::engine {

inline constexpr int kMaxBlockedBloomProbes = 25;

// The k in 1..25 that minimises the rate of a blocked Bloom filter of bits / keys bits per key
// whose lines hold a Poisson number of keys. keys >= 1, bits <= 128 * keys. Lines that are unevenly
// full want fewer probes than a plain Bloom filter: 6 instead of 7 at 10 bits per key, 12 instead
// of 17 at 24.
int BestBlockedBloomProbes(std::uint64_t bits, std::uint64_t keys);

// Entry j is the bits per key, in units of 1/1024, from which j + 2 probes are better than j + 1.
std::span<const std::uint32_t> BlockedBloomSwitchPoints();

}  // namespace bitladder::engine
