// The probes of a plain Bloom filter in an array of bits, shared by the filters that are made of
// such arrays.
#pragma once

#include <cstdint>

#include "engine/filter/arithmetic.h"

namespace bitladder::engine {

// Probe `probe` of a key with wide hash `hash` among `bits` positions.
inline std::uint64_t BloomPosition(std::uint64_t hash, int probe, std::uint64_t bits) {
  return MulHi64(MixedWord(hash, static_cast<std::uint64_t>(probe)), bits);
}

inline unsigned BloomBitAt(const std::uint8_t* data, std::uint64_t position) {
  return data[position / 8] >> (position % 8) & 1U;
}

// Whether all probes find their bits set. They are tested in pairs, because at half fill a branch
// after each is a coin toss: it mispredicts once a lookup, for more than the second probe of a pair
// costs.
inline bool BloomMayContain(const std::uint8_t* data, std::uint64_t bits, int probes,
                            std::uint64_t hash) {
  const auto bit = [=](int probe) { return BloomBitAt(data, BloomPosition(hash, probe, bits)); };
  for (int i = 0; i + 1 < probes; i += 2) {
    if ((bit(i) & bit(i + 1)) == 0) return false;
  }
  return probes % 2 == 0 || bit(probes - 1) != 0;
}

}  // namespace bitladder::engine
