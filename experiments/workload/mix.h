// A fixed bijection of 64 bits in which every input bit changes every output bit with probability
// 1/2.
#pragma once

#include <cstdint>

namespace bitladder::experiments {

// The finaliser of SplitMix64 (Steele, Lea and Flood 2014, with Stafford's variant 13 constants).
constexpr std::uint64_t Mix64(std::uint64_t x) {
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
  return x ^ (x >> 31);
}

}  // namespace bitladder::experiments
