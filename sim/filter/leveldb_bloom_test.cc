#include "sim/filter/leveldb_bloom.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "sim/filter/bloom.h"
#include "sim/filter/leveldb_bloom_simulation.h"

namespace bitladder::sim {
namespace {

// LevelDB 1.23's own filter (leveldb::NewBloomFilterPolicy, Debian's library) over random 16-byte
// keys, and random keys looked up in it; one standard error of each rate.
struct Measured {
  double entries;
  int bits_per_key;
  double bytes;  // without the byte that holds k
  double rate, error;
};
const Measured kLevelDb[] = {
    {4, 5, 8, 0.0084973, 2.9e-5},
    {4, 10, 8, 0.0107451, 3.3e-5},
    {100, 10, 125, 0.009296, 3.0e-5},
    {1000, 10, 1250, 0.0087144, 3.0e-5},
    {1000, 20, 2500, 8.48e-5, 1.5e-6},
    {9000, 14, 15750, 0.00140092, 5.9e-6},
    {90000, 10, 112500, 0.0131295, 4.1e-5},
    {900000, 14, 1575000, 0.00226645, 1.1e-5},
    {300000, 5, 187500, 0.15594, 2.8e-4},
    {150000, 10, 187500, 0.0207983, 8.3e-5},
    {419430, 20, 1048575, 2.696e-4, 5.2e-6},
};

// Independent normal errors of both sides; the filters' own scatter in LevelDB's figures is inside
// fpr_sd. 5.33 deviations are left once in 10^7.
TEST(LevelDbBloomModel, ExpectedFilterIsWhatLevelDbBuilds) {
  const auto model = MakeLevelDbBloomModel();
  for (const Measured& m : kLevelDb) {
    const ExpectedFilter filter = model->Expect(m.bits_per_key, m.entries);
    EXPECT_EQ(filter.spent_bits, 8 * m.bytes) << m.entries;
    EXPECT_NEAR(filter.fpr, m.rate, 5.33 * std::hypot(filter.fpr_sd, m.error)) << m.entries;
    EXPECT_LT(filter.fpr_sd, 0.6 * filter.fpr) << m.entries;
  }
}

TEST(LevelDbBloomModel, MissesItsFormulaByTheKnownFactors) {
  // Measured apart: 1.55 times at n = 9e4, b = 10; 1.87 times at n = 9e5, b = 14. Noise of 2 %.
  const auto model = MakeLevelDbBloomModel();
  EXPECT_NEAR(model->Expect(10, 9e4).fpr / BloomLimitRate(10, 6), 1.55, 0.1);
  EXPECT_NEAR(model->Expect(14, 9e5).fpr / BloomLimitRate(14, 9), 1.87, 0.1);
}

TEST(LevelDbBloomModel, CurveStaysNearTheExactSizes) {
  const auto model = MakeLevelDbBloomModel();
  for (const Measured& m : kLevelDb) {
    if (m.bits_per_key * m.entries < 64) continue;  // no such filter is ever built
    const double share = model->Fpr(m.bits_per_key, m.entries) / m.rate;
    const double allowed = m.entries < 1e4 ? 1.15 : 1.6;
    EXPECT_TRUE(share > 1 / allowed && share < allowed) << m.entries << " " << share;
  }
}

TEST(LevelDbBloomModel, CurveIsInterpolatedBetweenTheBitsOfTheTable) {
  // Between 24 and 28 bits per key, where small filters' excess grows by e^1.7.
  const auto model = MakeLevelDbBloomModel();
  EXPECT_NEAR(model->Fpr(26, 60) / model->Expect(26, 60).fpr, 1, 0.25);
}

TEST(LevelDbBloomModel, ProbesAreSixtyNinePercentOfTheWholeBits) {
  // static_cast<size_t>(bits_per_key * 0.69), between 1 and 30, as LevelDB computes it.
  for (int bits = 1; bits <= 128; ++bits) {
    EXPECT_EQ(LevelDbProbes(bits), std::min(30, std::max(1, static_cast<int>(bits * 0.69))))
        << bits;
  }
}

TEST(LevelDbBloomModel, RoundsUpToBytesAndToSixtyFourBits) {
  const auto model = MakeLevelDbBloomModel();
  EXPECT_EQ(model->SpentBits(0.999, 1e6), 0);
  EXPECT_EQ(model->SpentBits(10.9, 1000), 10000);  // whole bits per key only
  EXPECT_EQ(model->SpentBits(3, 1001), 3008);
  EXPECT_EQ(model->SpentBits(5, 3), 64);
  EXPECT_EQ(model->SpentBits(1, 65), 72);
}

TEST(LevelDbBloomModel, ThirtyTwoBitsOfHashLeaveAFloor) {
  const auto model = MakeLevelDbBloomModel();
  const double floor = 1 - std::exp(-1e7 / 0x1p32);
  EXPECT_GT(model->Fpr(30, 1e7), floor);
  EXPECT_LT(model->Fpr(30, 1e7), 1.05 * floor);
  // Positions reach 2^32 bits at most, however many there are.
  EXPECT_GT(model->Fpr(100, 1e10), 0.99);
}

TEST(LevelDbBlockModel, SmallBlocksTakeSixtyFourBitsWhateverTheRequest) {
  const auto model = MakeLevelDbBlockModel(4);
  for (const double bits : {1.0, 5.0, 10.0, 16.0}) EXPECT_EQ(model->SpentBits(bits, 4000), 64000);
  EXPECT_EQ(model->SpentBits(17, 4000), 72000);
  EXPECT_EQ(model->SpentBits(10, 4002), 64064);  // the last block holds two
  EXPECT_EQ(model->SpentBits(0.5, 4000), 0);
}

TEST(LevelDbBlockModel, ExpectedFilterIsWhatLevelDbBuildsForABlock) {
  const auto model = MakeLevelDbBlockModel(4);
  for (const Measured& m : kLevelDb) {
    if (m.entries != 4) continue;
    const ExpectedFilter filter = model->Expect(m.bits_per_key, 4e9);
    EXPECT_NEAR(filter.fpr, m.rate, 5.33 * std::hypot(filter.fpr_sd, m.error)) << m.bits_per_key;
    EXPECT_LT(filter.fpr_sd, 0.03 * filter.fpr);
  }
}

TEST(LevelDbBlockModel, DeviationFallsWithTheNumberOfBlocks) {
  const auto model = MakeLevelDbBlockModel(4);
  EXPECT_NEAR(model->FprSd(16, 4e6) / model->FprSd(16, 4), 1e-3, 1e-9);
}

TEST(LevelDbSimulation, CountsEveryLookupOfAFullFilterAndSamplesAreReproducible) {
  RandomStream one(1, "test"), again(1, "test"), other(2, "test");
  EXPECT_EQ(
      CountMaybes({.bits = 64, .entries = 10000, .probes = 3, .filters = 2, .lookups = 50}, one),
      100u);
  CountMaybes({.bits = 64, .entries = 10000, .probes = 3, .filters = 2, .lookups = 50}, again);
  const LevelDbSimulation half{
      .bits = 640, .entries = 64, .probes = 7, .filters = 9, .lookups = 9999};
  const std::uint64_t count = CountMaybes(half, one);
  EXPECT_EQ(CountMaybes(half, again), count);
  EXPECT_NE(CountMaybes(half, other), count);
}

}  // namespace
}  // namespace bitladder::sim
