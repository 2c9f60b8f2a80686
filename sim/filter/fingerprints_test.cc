// Ribbon and binary fuse filters: their sizes against integers computed apart, their rates against
// an enumeration of every place where a key can lie.
#include "sim/filter/fingerprints.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>

#include "sim/filter/binary_fuse.h"
#include "sim/filter/ribbon.h"

namespace bitladder::sim {
namespace {

struct SizeCase {
  double keys, request_1024, ribbon_slots, ribbon_bits, fuse_slots, fuse_bits;
};

// Printed by a program with arbitrarily long integers, from the layouts' definitions.
const SizeCase kSizes[] = {
    {1, 10240, 8, 8, 12, 0},
    {7, 5000, 16, 32, 24, 32},
    {50, 200, 56, 0, 96, 0},
    {100, 10240, 104, 936, 160, 1000},
    {300, 900, 312, 184, 448, 256},
    {1000, 8000, 1016, 7744, 1408, 7808},
    {1000, 50000, 1016, 32512, 1408, 45056},
    {2000, 100, 2040, 0, 2816, 0},
    {2000, 1000, 2040, 1912, 2816, 1952},
    {10000, 7168, 10216, 69976, 12800, 70000},
    {65536, 12345, 67440, 790080, 77824, 790080},
    {1000000, 10240, 1039936, 10000000, 1130496, 10000000},
    {999999937, 3333, 1067886296, 3254882528, 1125122048, 3254882600},
    {1e13, 6000, 11051635742192, 58593749999904, 11249999937536, 58593750000000},
    {176, 2048, 184, 184, 288, 352},
    {177, 2048, 184, 184, 320, 352},
    {569, 2048, 584, 1040, 832, 1136},
    {570, 2048, 584, 1040, 896, 1136},
    {1891, 2048, 1928, 3728, 2560, 3776},
    {1892, 2048, 1928, 3728, 2560, 3784},
};

TEST(RibbonModel, SlotsAndSpentBitsAreThoseOfTheLayout) {
  const auto model = MakeRibbonModel();
  for (const SizeCase& c : kSizes) {
    EXPECT_EQ(RibbonSlots(c.keys).slots, c.ribbon_slots) << c.keys;
    EXPECT_EQ(model->SpentBits(c.request_1024 / 1024, c.keys), c.ribbon_bits) << c.keys;
  }
}

TEST(BinaryFuseModel, SlotsAndSpentBitsAreThoseOfTheLayout) {
  const auto model = MakeBinaryFuseModel();
  for (const SizeCase& c : kSizes) {
    EXPECT_EQ(BinaryFuseSlots(c.keys).slots, c.fuse_slots) << c.keys;
    EXPECT_EQ(model->SpentBits(c.request_1024 / 1024, c.keys), c.fuse_bits) << c.keys;
  }
}

TEST(RibbonModel, RateIsTheMeanOverEveryStartOfAnEquation) {
  const auto model = MakeRibbonModel();
  for (const double keys : {7.0, 100.0, 300.0, 1000.0, 10000.0}) {
    const auto slots = static_cast<std::uint64_t>(RibbonSlots(keys).slots);
    const std::uint64_t starts = slots - std::min<std::uint64_t>(128, slots) + 1;
    for (double bits = 0.5; bits < 12; bits += 0.37) {
      const ExpectedFilter filter = model->Expect(bits, keys);
      if (filter.spent_bits == 0) continue;
      const auto spent = static_cast<std::uint64_t>(filter.spent_bits);
      const std::uint64_t columns = spent / slots;
      const std::uint64_t wide_slots = spent % slots;  // the last ones
      double sum = 0;
      for (std::uint64_t start = 0; start < starts; ++start) {
        const std::uint64_t block = start / 128;
        const bool wide = block * 128 >= slots - wide_slots;
        sum += std::exp2(-static_cast<double>(columns + wide));
      }
      EXPECT_NEAR(filter.fpr / (sum / static_cast<double>(starts)), 1, 1e-12)
          << keys << " " << bits;
    }
  }
}

TEST(BinaryFuseModel, RateIsTheMeanOverEveryFirstSlotOfAKey) {
  const auto model = MakeBinaryFuseModel();
  for (const double keys : {7.0, 300.0, 1000.0, 10000.0}) {
    const FingerprintSlots layout = BinaryFuseSlots(keys);
    const auto starts = static_cast<std::uint64_t>(layout.slots - layout.idle_slots);
    for (double bits = 0.5; bits < 12; bits += 0.37) {
      const ExpectedFilter filter = model->Expect(bits, keys);
      if (filter.spent_bits == 0) continue;
      const double columns = std::floor(filter.spent_bits / layout.slots);
      const double first_wide = (columns + 1) * layout.slots - filter.spent_bits;
      double sum = 0;
      for (std::uint64_t s = 0; s < starts; ++s) {
        sum += std::exp2(-columns - (static_cast<double>(s) >= first_wide ? 1 : 0));
      }
      EXPECT_NEAR(filter.fpr / (sum / static_cast<double>(starts)), 1, 1e-12)
          << keys << " " << bits;
    }
  }
}

TEST(RibbonModel, OnePercentCostsAboutSevenBits) {
  // As measured on RocksDB: 6.9 to 7.1 bits; 1.02 to 1.06 slots a key.
  const auto model = MakeRibbonModel();
  for (const double entries : {1e4, 1e5, 1e6, 1e7}) {
    const double bits = model->BitsPerKeyFor(0.01, entries);
    EXPECT_TRUE(bits > 6.8 && bits < 7.1) << entries << " " << bits;
    const double slots_per_key = RibbonSlots(entries).slots / entries;
    EXPECT_TRUE(slots_per_key > 1.015 && slots_per_key < 1.065) << entries << " " << slots_per_key;
  }
}

TEST(BinaryFuseModel, SlotsPerKeyFallWithTheKeys) {
  // Graf, Lemire 2022: about 1.125 in large filters; 1.25 at 10^4, 1.375 at 10^3.
  EXPECT_NEAR(BinaryFuseSlots(1e3).slots / 1e3, 1.375, 0.05);
  EXPECT_NEAR(BinaryFuseSlots(1e4).slots / 1e4, 1.25, 0.05);
  for (const double entries : {1e6, 1e7, 1e9}) {
    EXPECT_NEAR(BinaryFuseSlots(entries).slots / entries, 1.125, 0.01) << entries;
  }
}

TEST(Fingerprints, WholeBitsHalveTheRate) {
  const FingerprintSlots slots{.slots = 1000, .idle_slots = 127};
  for (int r = 0; r <= 32; ++r) {
    EXPECT_EQ(FingerprintRate(slots, 1000.0 * r), std::exp2(-r));
    EXPECT_EQ(FingerprintBitsFor(slots, std::exp2(-r)), 1000.0 * r);
  }
}

TEST(Fingerprints, NothingIsGainedByBitsInSlotsWhereNoKeyStarts) {
  const FingerprintSlots slots{.slots = 1000, .idle_slots = 127};
  EXPECT_EQ(FingerprintRate(slots, 3127), FingerprintRate(slots, 3000));
  EXPECT_LT(FingerprintRate(slots, 3128), FingerprintRate(slots, 3000));
}

TEST(Fingerprints, LeastBitsReachTheRateAndNoFewerBitsDo) {
  const FingerprintSlots slots{.slots = 1000, .idle_slots = 127};
  for (double fpr = 0.97; fpr > 1e-9; fpr *= 0.43) {
    const double bits = FingerprintBitsFor(slots, fpr);
    EXPECT_NEAR(FingerprintRate(slots, bits) / fpr, 1, 1e-12);
    EXPECT_GT(FingerprintRate(slots, bits * 0.9999), fpr);
  }
}

TEST(Fingerprints, RatesBelowThirtyTwoBitsAreOutOfReach) {
  const FingerprintSlots slots{.slots = 1000, .idle_slots = 0};
  EXPECT_EQ(FingerprintBitsFor(slots, std::exp2(-32.001)), std::numeric_limits<double>::infinity());
  EXPECT_EQ(FingerprintRate(slots, 1e9), std::exp2(-32));
}

TEST(Fingerprints, LogarithmIsExactAtPowersOfTwoAndLinearBetweenThem) {
  EXPECT_EQ(Log2In256ths(1), 0);
  EXPECT_EQ(Log2In256ths(3), 256 + 128);
  EXPECT_EQ(Log2In256ths(1023), 9 * 256 + 255);  // 511/512 of the way, rounded down
  EXPECT_EQ(Log2In256ths(1.99), 0);              // one key
  EXPECT_EQ(Log2In256ths(1024), 10 * 256);
  EXPECT_EQ(Log2In256ths(0x1p53), 53 * 256);
}

}  // namespace
}  // namespace bitladder::sim
