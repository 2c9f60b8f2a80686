// Key hashes for the tests of this folder: a counter stream, so that two seeds never share a key.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/filter/filter.h"

namespace bitladder::engine {

// Hashes number first..first+count-1 of the stream `seed`, distinct within the stream. The stream
// is a bijection of the counter (multiply, xor, multiply), unlike anything that the filters
// compute.
inline std::vector<KeyHash> TestHashes(std::uint32_t seed, std::uint64_t first,
                                       std::uint64_t count) {
  std::vector<KeyHash> hashes(count);
  for (std::uint64_t i = 0; i < count; ++i) {
    std::uint64_t x = ((std::uint64_t{seed} << 40) + first + i + 1) * 0xd1b54a32d192ed03ULL;
    x = (x ^ (x >> 32)) * 0xda942042e4dd58b5ULL;
    x = (x ^ (x >> 29)) * 0xaef17502108ef2d9ULL;
    x ^= x >> 32;
    hashes[i] = {.wide = x,
                 .leveldb = static_cast<std::uint32_t>((x * 0x2545f4914f6cdd1dULL) >> 32)};
  }
  return hashes;
}

}  // namespace bitladder::engine
