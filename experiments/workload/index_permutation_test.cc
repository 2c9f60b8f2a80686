#include "experiments/workload/index_permutation.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <vector>

namespace bitladder::experiments {
namespace {

TEST(IndexPermutation, GivesEveryIndexOnceForEverySize) {
  std::vector<std::uint64_t> sizes = {1000, 1023, 1024, 1025, 4097, 20'000};
  for (std::uint64_t size = 1; size <= 130; ++size) sizes.push_back(size);
  for (const std::uint64_t size : sizes) {
    const IndexPermutation permutation(size, RandomStream(5, "test"));
    std::vector<bool> seen(size);
    for (std::uint64_t rank = 0; rank < size; ++rank) {
      const std::uint64_t index = permutation.Forward(rank);
      ASSERT_LT(index, size);
      ASSERT_FALSE(seen[index]) << size;
      seen[index] = true;
    }
  }
}

// The first 4096 ranks of a million fall into 64 equal parts like random indices: chi-square with
// 63 degrees of freedom, standard deviation 11.2.
TEST(IndexPermutation, SpreadsTheFirstRanksOverAllIndices) {
  constexpr std::uint64_t kSize = 1'000'000;
  const IndexPermutation permutation(kSize, RandomStream(6, "test"));
  std::vector<double> counts(64);
  for (std::uint64_t rank = 0; rank < 4096; ++rank) {
    ++counts[permutation.Forward(rank) * 64 / kSize];
  }
  double chi_square = 0;
  for (const double count : counts) chi_square += (count - 64) * (count - 64) / 64;
  EXPECT_NEAR(chi_square, 63, 6 * std::sqrt(2 * 63.0));
}

TEST(IndexPermutation, DiffersFromSeedToSeed) {
  const IndexPermutation a(1000, RandomStream(1, "test"));
  const IndexPermutation b(1000, RandomStream(2, "test"));
  int same = 0;
  for (std::uint64_t rank = 0; rank < 1000; ++rank) same += a.Forward(rank) == b.Forward(rank);
  EXPECT_LE(same, 8) << "one is expected; a Poisson count reaches 9 once in 10^6";
}

}  // namespace
}  // namespace bitladder::experiments
