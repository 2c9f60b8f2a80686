// A seeded bijection of 0..n-1 for any n: which entry has which rank of popularity.
#pragma once

#include <array>
#include <cstdint>

#include "experiments/workload/random_stream.h"

namespace bitladder::experiments {

// A Feistel network over the smallest square of a power of two that holds n, walked along its
// cycles until the image lies below n (Black and Rogaway, "Ciphers with arbitrary finite domains",
// 2002): no table, at most 4 steps on average.
class IndexPermutation {
 public:
  IndexPermutation(std::uint64_t size, RandomStream stream);  // 1..2^62; draws the round keys

  std::uint64_t Forward(std::uint64_t rank) const;  // rank < size

 private:
  std::uint64_t size_;
  int half_bits_;
  std::array<std::uint64_t, 4> round_keys_;
};

}  // namespace bitladder::experiments
