// A seeded bijection of the 64-bit numbers, and its inverse.
#pragma once

#include <array>
#include <cstdint>

#include "experiments/workload/random_stream.h"

namespace bitladder::experiments {

// Three rounds of "add a key, then a fixed mixing bijection". Not cryptographic; its output passes
// for random wherever keys are sorted or hashed.
class KeyPermutation {
 public:
  // Draws the round keys from `stream`.
  explicit KeyPermutation(RandomStream stream);

  std::uint64_t Forward(std::uint64_t x) const;
  std::uint64_t Inverse(std::uint64_t y) const;  // Inverse(Forward(x)) == x for every x

 private:
  std::array<std::uint64_t, 3> round_keys_;
};

}  // namespace bitladder::experiments
