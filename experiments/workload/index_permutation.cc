#include "experiments/workload/index_permutation.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "experiments/check.h"
#include "experiments/workload/mix.h"

namespace bitladder::experiments {

IndexPermutation::IndexPermutation(std::uint64_t size, RandomStream stream) : size_(size) {
  EXPERIMENTS_CHECK(size >= 1 && size <= std::uint64_t{1} << 62, size, 0);
  half_bits_ = std::max(1, (static_cast<int>(std::bit_width(size - 1)) + 1) / 2);
  for (std::uint64_t& key : round_keys_) key = stream.Next();
}

std::uint64_t IndexPermutation::Forward(std::uint64_t rank) const {
  EXPERIMENTS_CHECK(rank < size_, rank, size_);
  const std::uint64_t mask = (std::uint64_t{1} << half_bits_) - 1;
  std::uint64_t x = rank;
  do {
    std::uint64_t left = x >> half_bits_;
    std::uint64_t right = x & mask;
    for (const std::uint64_t key : round_keys_) {
      left ^= Mix64(right ^ key) & mask;
      std::swap(left, right);
    }
    x = left << half_bits_ | right;
  } while (x >= size_);
  return x;
}

}  // namespace bitladder::experiments
