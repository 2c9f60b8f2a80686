// LevelDB's filter acted out: random 32-bit hashes in, random 32-bit hashes looked up.
#pragma once

#include <cstdint>

#include "sim/random_stream.h"

namespace bitladder::sim {

struct LevelDbSimulation {
  std::uint64_t bits = 64;    // m, 1..2^40
  std::uint64_t entries = 1;  // n, keys with independent uniform hashes
  int probes = 1;             // k
  std::uint64_t filters = 1;  // how many filters are built
  std::uint64_t lookups = 1;  // in each of them
};

// The delta of hash h is h rotated right by 17; probe i of 0..k-1 looks at bit (h + i delta mod
// 2^32) mod m (LevelDB 1.23, util/bloom.cc). Cost: filters * (n k + lookups) random accesses.
// Returns how many of the filters * lookups lookups were answered "maybe".
std::uint64_t CountMaybes(const LevelDbSimulation& simulation, RandomStream& random);

}  // namespace bitladder::sim
