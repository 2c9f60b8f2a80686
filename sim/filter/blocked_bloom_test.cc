#include "sim/filter/blocked_bloom.h"

#include <gtest/gtest.h>

#include <bitset>
#include <cmath>
#include <cstdint>
#include <vector>

#include "sim/filter/bloom.h"
#include "sim/filter/split_mix_for_test.h"

namespace bitladder::sim {
namespace {

TEST(BlockedBloomModel, MeetsTheRatesOfCacheLocalFilters) {
  // Rates of RocksDB's cache-local filter to two or three digits.
  struct Row {
    double bits, rate, tolerance;
  };
  const auto model = MakeBlockedBloomModel();
  for (const auto& [bits, rate, tolerance] :
       {Row{5, .0931, .0001}, Row{8, .0233, .0001}, Row{10, .0096, .0001}, Row{12, .0041, .00005},
        Row{16, 8.4e-4, 1e-5}, Row{20, 2.0e-4, 5e-6}, Row{24, 5.3e-5, 5e-7}}) {
    EXPECT_NEAR(model->Fpr(bits, 1e10), rate, tolerance) << bits;
  }
}

TEST(BlockedBloomModel, ProbesChangeWhereOneMoreBecomesBetter) {
  // From how many 1/1024 bits per key k + 1 probes are better than k: printed by an independent
  // program that sums the large filter's rate by inclusion-exclusion in 60 digits.
  const int switches[] = {2132,  3671,  5227,  6834,  8517,  10300, 12207,  14267,
                          16511, 18973, 21694, 24719, 28104, 31910, 36209,  41090,
                          46652, 53018, 60329, 68760, 78513, 89838, 103031, 118452};
  for (int k = 1; k <= 24; ++k) {
    EXPECT_EQ(BestBlockedProbes((switches[k - 1] - 1) / 1024.0), k);
    EXPECT_EQ(BestBlockedProbes(switches[k - 1] / 1024.0), k + 1);
  }
  EXPECT_EQ(BestBlockedProbes(1e6), 25);
}

TEST(BlockedBloomModel, IsNeverBetterThanTheUnblockedFilter) {
  const auto blocked = MakeBlockedBloomModel();
  const auto bloom = MakeBloomModel();
  for (double bits = 0.5; bits < 40; bits *= 1.1) {
    for (const double entries : {1000.0, 1e6, 1e9}) {
      EXPECT_GE(blocked->Fpr(bits, entries), bloom->Fpr(bits, entries) * 0.999999) << bits;
    }
  }
}

TEST(BlockedBloomModel, OneLineIsAPlainFilterOf512Bits) {
  const auto blocked = MakeBlockedBloomModel();
  const auto bloom = MakeBloomModel();
  for (const double entries : {100.0, 128.0, 256.0}) {
    const double bits = 512 / entries;
    ASSERT_EQ(BestBlockedProbes(bits), BestBloomProbes(bits));
    EXPECT_NEAR(blocked->Fpr(bits, entries) / bloom->Fpr(bits, entries), 1, 1e-12) << entries;
    EXPECT_NEAR(blocked->FprSd(bits, entries) / bloom->FprSd(bits, entries), 1, 1e-9) << entries;
    EXPECT_NEAR(blocked->Fpr(bits + 1e-9, entries) / bloom->Fpr(bits, entries), 1, 1e-6) << entries;
  }
}

TEST(BlockedBloomModel, SpendsWholeLines) {
  const auto model = MakeBlockedBloomModel();
  EXPECT_EQ(model->SpentBits(10, 51), 0);    // 510 bits
  EXPECT_EQ(model->SpentBits(10, 52), 512);  // 520
  EXPECT_EQ(model->SpentBits(10, 1000), 9728);
  EXPECT_EQ(model->SpentBits(10.0009, 1e6), 9999872);
}

TEST(BlockedBloomModel, LeastBitsReachTheRateAndNoFewerBitsDo) {
  const auto model = MakeBlockedBloomModel();
  for (const double entries : {60.0, 9000.0, 1e9}) {
    for (double fpr = 0.9; fpr > 1e-7; fpr *= 0.31) {
      const double bits = model->BitsPerKeyFor(fpr, entries);
      EXPECT_LE(model->Fpr(bits, entries), fpr);
      for (const double share : {0.5, 0.9, 0.99, 0.999999}) {
        EXPECT_GT(model->Fpr(bits * share, entries), fpr) << entries << " " << bits;
      }
    }
  }
}

// Rates of `filters` filters, each filled anew: mean over lines of fill^probes.
std::vector<double> FillFilters(std::uint64_t lines, std::uint64_t entries, int probes,
                                int filters) {
  SplitMix random(lines * 7919 + entries);
  std::vector<double> rates;
  for (int f = 0; f < filters; ++f) {
    std::vector<std::bitset<kBlockBits>> filter(lines);
    for (std::uint64_t key = 0; key < entries; ++key) {
      auto& line = filter[random.Below(lines)];
      for (int i = 0; i < probes; ++i) line.set(random.Below(kBlockBits));
    }
    double rate = 0;
    for (const auto& line : filter) {
      rate += std::pow(static_cast<double>(line.count()) / kBlockBits, probes);
    }
    rates.push_back(rate / static_cast<double>(lines));
  }
  return rates;
}

// Each comparison has a false-alarm rate of 1e-7 (normal means).
TEST(BlockedBloomModel, FilledFiltersShowTheExpectedRateAndItsDeviation) {
  const auto model = MakeBlockedBloomModel();
  struct Size {
    std::uint64_t lines, entries;
  };
  for (const auto& [lines, entries] : {Size{2, 100}, Size{2, 200}, Size{3, 90}, Size{10, 512},
                                       Size{40, 1000}, Size{60, 2000}, Size{200, 20000}}) {
    const double n = static_cast<double>(entries);
    const double bits = static_cast<double>(lines) * kBlockBits / n;
    const auto rates =
        FillFilters(lines, entries, BestBlockedProbes(bits), static_cast<int>(3000000 / entries));
    const double expected = model->Fpr(bits, n);
    const MeanWithError mean = MeanOf(rates, [](double r) { return r; });
    EXPECT_NEAR(mean.value, expected, kSevenNines * mean.error) << lines << " lines";
    const double variance = model->FprSd(bits, n) * model->FprSd(bits, n);
    const MeanWithError seen =
        MeanOf(rates, [&](double r) { return (r - expected) * (r - expected); });
    EXPECT_NEAR(seen.value, variance, kSevenNines * seen.error) << lines << " lines";
  }
}

TEST(BlockedBloomModel, DeviationIsTheSameOnBothSidesOfManyLines) {
  const auto model = MakeBlockedBloomModel();
  for (const double bits : {1.0, 5.0, 10.0, 20.0}) {
    const double entries = 50 * kBlockBits / bits;
    const double below = model->FprSd(bits, entries - 1e-6), above = model->FprSd(bits, entries);
    EXPECT_NEAR(above / below, 1, 0.01) << bits;
  }
}

}  // namespace
}  // namespace bitladder::sim
