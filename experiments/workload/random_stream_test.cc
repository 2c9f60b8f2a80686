#include "experiments/workload/random_stream.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdint>

namespace bitladder::experiments {
namespace {

// Outputs of the authors' C code for the state 1, 2, 3, 4.
TEST(RandomStream, IsXoshiro256StarStar) {
  RandomStream stream(RandomStream::State{1, 2, 3, 4});
  for (const std::uint64_t expected :
       {11520ULL, 0ULL, 1509978240ULL, 1215971899390074240ULL, 1216172134540287360ULL,
        607988272756665600ULL, 16172922978634559625ULL, 8476171486693032832ULL,
        10595114339597558777ULL, 2904607092377533576ULL}) {
    EXPECT_EQ(stream.Next(), expected);
  }
}

TEST(RandomStream, RepeatsForTheSameSeedNameAndSalts) {
  RandomStream a(7, "lookups", {"point", "0"});
  RandomStream b(7, "lookups", {"point", "0"});
  for (int i = 0; i < 100; ++i) EXPECT_EQ(a.Next(), b.Next());
}

TEST(RandomStream, DiffersInSeedNameSaltAndWhereASaltEnds) {
  const std::array<RandomStream, 7> streams = {
      RandomStream(7, "lookups", {"ab", "c"}),    RandomStream(8, "lookups", {"ab", "c"}),
      RandomStream(7, "keys", {"ab", "c"}),       RandomStream(7, "lookups", {"a", "bc"}),
      RandomStream(7, "lookups", {"abc"}),        RandomStream(7, "lookups"),
      RandomStream(7, "lookups", {"ab", "c", ""})};
  for (std::size_t i = 0; i < streams.size(); ++i) {
    for (std::size_t j = i + 1; j < streams.size(); ++j) {
      RandomStream a = streams[i];
      RandomStream b = streams[j];
      EXPECT_NE(a.Next(), b.Next()) << i << " and " << j;
    }
  }
}

// Chi-square over `bound` cells with 2^20 draws. The bound is the normal approximation's 6 sigma
// above bound - 1 degrees of freedom: a false alarm once in 10^8 or less often; the seed is fixed.
TEST(RandomStream, DrawsBelowABoundUniformly) {
  for (const std::uint64_t bound : {2ULL, 3ULL, 10ULL, 100ULL, 1000ULL}) {
    RandomStream stream(1, "chi-square");
    std::array<double, 1000> counts{};
    const double draws = 1 << 20;
    for (int i = 0; i < 1 << 20; ++i) {
      const std::uint64_t draw = stream.Below(bound);
      ASSERT_LT(draw, bound);
      counts.at(draw) += 1;
    }
    const double expected = draws / static_cast<double>(bound);
    double chi_square = 0;
    for (std::uint64_t cell = 0; cell < bound; ++cell) {
      chi_square += (counts.at(cell) - expected) * (counts.at(cell) - expected) / expected;
    }
    const double freedom = static_cast<double>(bound) - 1;
    EXPECT_LT(chi_square, freedom + 6 * std::sqrt(2 * freedom) + 20) << bound;
  }
}

// With bound 3 * 2^62 plain remainders would give the lowest third twice the mass of the others:
// 1/2. Without bias it has 1/3; 10^5 draws have a standard deviation of 0.0015.
TEST(RandomStream, HasNoBiasForBoundsNearTheWholeRange) {
  RandomStream stream(1, "bias");
  const std::uint64_t third = std::uint64_t{1} << 62;
  int low = 0;
  for (int i = 0; i < 100000; ++i) low += stream.Below(3 * third) < third;
  EXPECT_NEAR(low / 100000.0, 1.0 / 3, 6 * 0.0015);
}

TEST(RandomStream, DrawsUnitsInTheHalfOpenInterval) {
  RandomStream stream(1, "unit");
  double sum = 0;
  for (int i = 0; i < 100000; ++i) {
    const double unit = stream.NextUnit();
    ASSERT_GE(unit, 0);
    ASSERT_LT(unit, 1);
    sum += unit;
  }
  EXPECT_NEAR(sum / 100000, 0.5, 6 * std::sqrt(1.0 / 12 / 100000));
}

}  // namespace
}  // namespace bitladder::experiments
