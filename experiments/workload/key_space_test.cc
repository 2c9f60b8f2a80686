#include "experiments/workload/key_space.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

namespace bitladder::experiments {
namespace {

KeySpace::Options OptionsFor(std::uint64_t seed, LoadOrder order, std::uint32_t key_bytes = 16) {
  return {.seed = seed, .key_bytes = key_bytes, .value_bytes = 21, .order = order};
}

std::string KeyAt(const KeySpace& space, std::uint64_t place) {
  std::string key;
  space.WriteKey(place, &key);
  return key;
}

TEST(KeyPermutation, HasAnInverse) {
  const KeyPermutation permutation(RandomStream(3, "test"));
  RandomStream random(4, "arguments");
  for (std::uint64_t x : {0ULL, 1ULL, ~0ULL, 1ULL << 63}) {
    EXPECT_EQ(permutation.Inverse(permutation.Forward(x)), x);
    EXPECT_EQ(permutation.Forward(permutation.Inverse(x)), x);
  }
  for (int i = 0; i < 10000; ++i) {
    const std::uint64_t x = random.Next();
    ASSERT_EQ(permutation.Inverse(permutation.Forward(x)), x);
  }
}

// Flipping one input bit flips 32 of 64 output bits on average; the mean of 64 * 1000 flips has a
// standard deviation of 4 / sqrt(64000) = 0.016.
TEST(KeyPermutation, SpreadsEveryInputBit) {
  const KeyPermutation permutation(RandomStream(3, "test"));
  double flips = 0;
  for (std::uint64_t x = 0; x < 1000; ++x) {
    for (int bit = 0; bit < 64; ++bit) {
      flips += std::popcount(permutation.Forward(x) ^ permutation.Forward(x ^ (1ULL << bit)));
    }
  }
  EXPECT_NEAR(flips / 64000, 32, 6 * 0.016);
}

TEST(KeySpace, GivesNoAbsentKeyThatIsPresent) {
  for (const LoadOrder order : {LoadOrder::kRandom, LoadOrder::kSequential}) {
    for (const std::uint32_t key_bytes : {8U, 9U, 16U, 40U}) {
      const KeySpace space(OptionsFor(5, order, key_bytes));
      std::set<std::string> present;
      for (std::uint64_t i = 0; i < 5000; ++i) {
        const std::uint64_t place = space.PresentPlace(i);
        EXPECT_TRUE(space.IsPresent(place, 5000));
        EXPECT_FALSE(space.IsPresent(place, i));
        EXPECT_FALSE(space.IsNeverLoaded(place));
        present.insert(KeyAt(space, place));
      }
      EXPECT_EQ(present.size(), 5000U);
      for (std::uint64_t i = 0; i < 5000; ++i) {
        const std::uint64_t place = space.AbsentPlace(i);
        EXPECT_FALSE(space.IsPresent(place, 5000));
        EXPECT_TRUE(space.IsNeverLoaded(place));
        EXPECT_FALSE(present.contains(KeyAt(space, place)));
      }
    }
  }
}

TEST(KeySpace, OrdersKeysAsTheirPlaces) {
  const KeySpace space(OptionsFor(5, LoadOrder::kRandom));
  for (std::uint64_t i = 0; i < 1000; ++i) {
    const std::uint64_t a = space.PresentPlace(i);
    const std::uint64_t b = space.AbsentPlace(i);
    EXPECT_EQ(a < b, KeyAt(space, a) < KeyAt(space, b));
    EXPECT_EQ(PlaceOfKey(KeyAt(space, a)), a);
  }
}

TEST(KeySpace, LoadsAscendingKeysInSequentialOrderWithAbsentOnesBetween) {
  for (const std::uint64_t seed : {1ULL, 2ULL, 3ULL}) {
    const KeySpace space(OptionsFor(seed, LoadOrder::kSequential));
    for (std::uint64_t i = 0; i < 1000; ++i) {
      EXPECT_LT(space.PresentPlace(i), space.AbsentPlace(i));
      EXPECT_LT(space.AbsentPlace(i), space.PresentPlace(i + 1));
    }
    const std::uint64_t last = (std::uint64_t{1} << 62) - 1;
    EXPECT_LT(space.PresentPlace(0), space.AbsentPlace(last)) << "places must not wrap";
  }
}

// The first keys loaded in random order fall into 256 equal parts of the key space like random
// ones: chi-square with 255 degrees of freedom, standard deviation 22.6, bound at 6 of them.
TEST(KeySpace, SpreadsRandomlyOrderedKeysOverTheKeySpace) {
  const KeySpace space(OptionsFor(9, LoadOrder::kRandom));
  std::vector<double> counts(256);
  for (std::uint64_t i = 0; i < 65536; ++i) counts[space.PresentPlace(i) >> 56] += 1;
  double chi_square = 0;
  for (const double count : counts) chi_square += (count - 256) * (count - 256) / 256;
  EXPECT_LT(chi_square, 255 + 6 * std::sqrt(2 * 255.0));
}

TEST(KeySpace, ChangesKeysAndValuesWithTheSeedAndRepeatsThemWithoutIt) {
  for (const LoadOrder order : {LoadOrder::kRandom, LoadOrder::kSequential}) {
    const KeySpace one(OptionsFor(1, order));
    const KeySpace same(OptionsFor(1, order));
    const KeySpace other(OptionsFor(2, order));
    std::string a;
    std::string b;
    std::string c;
    for (std::uint64_t i = 0; i < 100; ++i) {
      EXPECT_EQ(KeyAt(one, one.PresentPlace(i)), KeyAt(same, same.PresentPlace(i)));
      EXPECT_NE(KeyAt(one, one.PresentPlace(i)), KeyAt(other, other.PresentPlace(i)));
      one.WriteValue(i, &a);
      same.WriteValue(i, &b);
      other.WriteValue(i, &c);
      EXPECT_EQ(a.size(), 21U);
      EXPECT_EQ(a, b);
      EXPECT_NE(a, c);
    }
  }
}

TEST(KeySpace, WritesKeysAndValuesOfTheirSize) {
  for (const std::uint32_t key_bytes : {8U, 11U, 16U, 1024U}) {
    const KeySpace space(OptionsFor(1, LoadOrder::kRandom, key_bytes));
    EXPECT_EQ(KeyAt(space, space.PresentPlace(0)).size(), key_bytes);
  }
  const KeySpace empty_values({.seed = 1, .key_bytes = 8, .value_bytes = 0});
  std::string value = "left over";
  empty_values.WriteValue(1, &value);
  EXPECT_TRUE(value.empty());
}

}  // namespace
}  // namespace bitladder::experiments
