#include "engine/filter/blocked_bloom_probes.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <vector>

namespace bitladder::engine {
namespace {

constexpr int kLineBits = 512;

// E[(X / 512)^probes] for X the number of distinct values among `throws` uniform draws of [0, 512):
// the occupancy chain "x bits set -> x + 1 with probability 1 - x / 512", one draw at a time.
std::vector<double> MomentsByThrows(int probes, int max_throws) {
  std::vector<double> distribution(kLineBits + 1);
  std::vector<double> moments;
  distribution[0] = 1;
  for (int throws = 0; throws <= max_throws; ++throws) {
    double moment = 0;
    for (int x = 0; x <= kLineBits; ++x) moment += distribution[x] * std::pow(x / 512.0, probes);
    moments.push_back(moment);
    for (int x = kLineBits; x > 0; --x) {
      distribution[x] = distribution[x] * (x / 512.0) + distribution[x - 1] * (1 - (x - 1) / 512.0);
    }
    distribution[0] = 0;
  }
  return moments;
}

double ExactRate(double bits_per_key, int probes) {
  const double mean = kLineBits / bits_per_key;
  const int last = static_cast<int>(mean + 12 * std::sqrt(mean) + 20);
  const std::vector<double> moments = MomentsByThrows(probes, probes * last);
  double rate = 0;
  double log_weight = -mean;
  for (int keys = 1; keys <= last; ++keys) {
    log_weight += std::log(mean / keys);
    rate += std::exp(log_weight) * moments[probes * keys];
  }
  return rate;
}

// The table came from inclusion and exclusion; this expectation from a chain of draws.
TEST(BestBlockedBloomProbes, GivesTheRateThatNoNeighbourBeats) {
  for (const int eighths : {4,  8,   16,  18,  24,  30,  40,  44,  56,  64,  72,  80,
                            90, 104, 128, 144, 160, 192, 256, 400, 512, 800, 1024}) {
    const double b = eighths / 8.0;
    const int chosen = BestBlockedBloomProbes(eighths * 125, 1000);
    const double rate = ExactRate(b, chosen);
    EXPECT_LE(rate, ExactRate(b, chosen + 1) * (1 + 1e-9)) << b << " bits per key";
    if (chosen > 1) {
      EXPECT_LE(rate, ExactRate(b, chosen - 1) * (1 + 1e-9)) << b << " bits per key";
    }
  }
}

// RocksDB's cache-local filter, as published: 5 bits .0931, 8 .0233, 10 .0096, 12 .0041, 16 8.4e-4,
// 20 2.0e-4, 24 5.3e-5. The exact rate of independent probes may only be lower.
TEST(BestBlockedBloomProbes, GivesRatesLikeThePublishedCacheLocalFilter) {
  const double published[][2] = {{5, .0931},   {8, .0233},   {10, .0096}, {12, .0041},
                                 {16, 8.4e-4}, {20, 2.0e-4}, {24, 5.3e-5}};
  for (const auto& [bits, rate] : published) {
    const double exact =
        ExactRate(bits, BestBlockedBloomProbes(static_cast<std::uint64_t>(bits), 1));
    EXPECT_NEAR(exact / rate, 1, 0.02) << bits;
  }
}

TEST(BestBlockedBloomProbes, ComparesWithoutOverflow) {
  EXPECT_EQ(BestBlockedBloomProbes(std::uint64_t{10} << 50, std::uint64_t{1} << 50), 6);
  EXPECT_EQ(BestBlockedBloomProbes(2132, 1024), 2);
  EXPECT_EQ(BestBlockedBloomProbes(2131, 1024), 1);
  EXPECT_EQ(BestBlockedBloomProbes(128, 1), 25);
}

}  // namespace
}  // namespace bitladder::engine
