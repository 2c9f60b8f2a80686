#include "engine/filter/bloom_probes.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>

namespace bitladder::engine {
namespace {

long double LogRate(int probes, long double bits_per_key) {
  return probes * std::log1p(-std::exp(-probes / bits_per_key));
}

// The b at which `probes` and probes + 1 give one rate, by bisection.
long double SwitchPoint(int probes) {
  long double low = probes, high = 1.5L * probes + 2;
  for (int i = 0; i < 80; ++i) {
    const long double middle = (low + high) / 2;
    (LogRate(probes, middle) < LogRate(probes + 1, middle) ? low : high) = middle;
  }
  return high;
}

// Near a switch point the two rates differ by 1e-19 * (distance in bits / 1e-18) or so: long double
// places it within some units of 2^-32.
TEST(BloomSwitchPoints, AreWhereOneProbeMoreBecomesBetter) {
  ASSERT_EQ(BloomSwitchPoints().size(), 29U);
  for (std::size_t j = 0; j < BloomSwitchPoints().size(); ++j) {
    const long double expected = SwitchPoint(static_cast<int>(j) + 1) * 4294967296.0L;
    EXPECT_NEAR(static_cast<double>(BloomSwitchPoints()[j] - expected), 0, 2) << "probes " << j + 1;
  }
}

TEST(BestBloomProbes, GivesTheRateThatNoOtherNumberUpTo30Beats) {
  for (std::uint64_t eighths = 1; eighths <= 128 * 8; ++eighths) {
    const int chosen = BestBloomProbes(eighths * 125, 1000);
    const long double b = eighths / 8.0L;
    for (int probes = 1; probes <= 30; ++probes) {
      ASSERT_LE(LogRate(chosen, b), LogRate(probes, b) * (1 - 1e-15L)) << b << " bits per key";
    }
  }
}

// Switch points as published: 2.078, 3.556, 5.013, 6.464, 7.912, 9.358, 10.80, 12.25, 13.69, 15.14.
TEST(BestBloomProbes, SwitchesAtThePublishedBitsPerKey) {
  const int thousandths[] = {2078, 3556, 5013, 6464, 7912, 9358, 10803, 12248, 13692, 15136};
  for (int j = 0; j < 10; ++j) {
    EXPECT_EQ(BestBloomProbes(thousandths[j] - 1, 1000), j + 1);
    EXPECT_EQ(BestBloomProbes(thousandths[j] + 1, 1000), j + 2);
  }
}

TEST(BestBloomProbes, DependsOnBitsPerKeyOnlyHoweverManyBits) {
  for (int shift = 0; shift <= 49; ++shift) {
    EXPECT_EQ(BestBloomProbes(std::uint64_t{10} << shift, std::uint64_t{1} << shift), 7) << shift;
    EXPECT_EQ(BestBloomProbes(std::uint64_t{24} << shift, std::uint64_t{1} << shift), 17) << shift;
  }
}

}  // namespace
}  // namespace bitladder::engine
