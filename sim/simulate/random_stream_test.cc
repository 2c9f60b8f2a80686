#include "sim/random_stream.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <set>

namespace bitladder::sim {
namespace {

TEST(RandomStream, FirstDrawsNeverChange) {
  // Golden: results in records depend on them. From a separate program, by the definition in the
  // header; they may change only when every committed result is made anew.
  RandomStream random(1, "a");
  EXPECT_EQ(random.Next(), 0x5d9d09f2cd3d82e3u);
  RandomStream child = RandomStream(1, "a").Child(3);
  EXPECT_EQ(child.Next(), 0xef0357695b7b77feu);
}

TEST(RandomStream, NamesSeedsAndChildrenStartElsewhere) {
  std::set<std::uint64_t> first;
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    for (const char* name : {"", "a", "b", "ab", "ba"}) {
      first.insert(RandomStream(seed, name).Next());
      for (std::uint64_t child = 0; child < 5; ++child) {
        first.insert(RandomStream(seed, name).Child(child).Next());
      }
    }
  }
  EXPECT_EQ(first.size(), 100u * 5 * 6);
}

// Each bit is a fair coin: 5.33 standard errors are left once in 10^7.
TEST(RandomStream, BitsOfOneStreamAndOfNeighbouringChildrenAreFairCoins) {
  RandomStream random(1, "bits");
  double ones = 0, differences = 0;
  for (std::uint64_t i = 0; i < 100000; ++i) {
    ones += std::popcount(random.Next());
    differences += std::popcount(random.Child(i).Next() ^ random.Child(i + 1).Next());
  }
  EXPECT_NEAR(ones, 3.2e6, 5.33 * std::sqrt(6.4e6 / 4));
  EXPECT_NEAR(differences, 3.2e6, 5.33 * std::sqrt(6.4e6 / 4));
}

TEST(RandomStream, UnitDrawsAreUniformAndNeverZero) {
  RandomStream random(2, "unit");
  double sum = 0, squares = 0;
  for (int i = 0; i < 100000; ++i) {
    const double u = random.NextUnit();
    ASSERT_TRUE(u > 0 && u <= 1);
    sum += u;
    squares += u * u;
  }
  EXPECT_NEAR(sum / 1e5, 0.5, 5.33 * std::sqrt(1 / 12.0 / 1e5));
  EXPECT_NEAR(squares / 1e5, 1 / 3.0, 5.33 * std::sqrt(4 / 45.0 / 1e5));
}

}  // namespace
}  // namespace bitladder::sim
