#include "sim/filter/bloom.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "sim/filter/occupancy.h"
#include "sim/filter/reference_values_for_test.h"

namespace bitladder::sim {
namespace {

TEST(BloomModel, LargeFilterMeetsTheReferenceRates) {
  const auto model = MakeBloomModel();
  for (const auto& row : ReferenceValues()["bloom_integer_k"]) {
    const double bits = row["bits"], rate = row["std_best"];
    EXPECT_EQ(BestBloomProbes(bits), row["k_best"].get<int>()) << row;
    EXPECT_NEAR(BloomLimitRate(bits, row["k_best"]) / rate, 1, 1e-12) << row;
    EXPECT_NEAR(model->Fpr(bits, 1e12) / rate, 1, 1e-9) << row;
  }
}

TEST(BloomModel, BestProbesChangeAtTheKnownBits) {
  const double switches[] = {2.078, 3.556, 5.013, 6.464, 7.912, 9.358, 10.80, 12.25, 13.69, 15.14};
  for (int k = 1; k <= 10; ++k) {
    EXPECT_NEAR(BloomProbeSwitch(k), switches[k - 1], k <= 6 ? 1e-3 : 1e-2) << k;
    EXPECT_EQ(BestBloomProbes(BloomProbeSwitch(k) - 1e-9), k);
    EXPECT_EQ(BestBloomProbes(BloomProbeSwitch(k) + 1e-9), k + 1);
  }
}

TEST(BloomModel, NoOtherWholeNumberOfProbesIsBetter) {
  for (double bits = 0.01; bits < 60; bits += 0.01) {
    const int best = BestBloomProbes(bits);
    for (int k = 1; k <= kMaxBloomProbes; ++k) {
      EXPECT_LE(BloomLimitRate(bits, best), BloomLimitRate(bits, k) * (1 + 1e-12))
          << bits << " " << k;
    }
  }
}

TEST(BloomModel, SmallFiltersAreWorseThanTheFormulaByTheKnownFactors) {
  // Derived apart, by a Bose recursion: 1.117 at m = 64, n = 6, k = 6; 1.009 at m = 1000, n = 100,
  // k = 7.
  EXPECT_NEAR(ExpectedMaybeRate(64, 36, 6) / BloomLimitRate(64.0 / 6, 6), 1.117, 5e-4);
  EXPECT_NEAR(MakeBloomModel()->Fpr(10, 100) / BloomLimitRate(10, 7), 1.009, 5e-4);
}

TEST(BloomModel, ThousandKeysAtTenBitsScatterBy3Point9Percent) {
  const auto model = MakeBloomModel();
  EXPECT_NEAR(model->FprSd(10, 1000) / model->Fpr(10, 1000), 0.039, 5e-4);
}

TEST(BloomModel, DeviationOfALargeFilterIsTheFormulaOfTheTheory) {
  const auto model = MakeBloomModel();
  for (const double bits : {1.0, 2.5, 5.0, 10.0, 16.0, 24.0}) {
    const double entries = 1e8;
    const int k = BestBloomProbes(bits);
    const double c = k / bits;
    const double relative =
        k * std::sqrt(std::exp(-c) * (1 - (1 + c) * std::exp(-c)) / (bits * entries)) /
        (1 - std::exp(-c));
    EXPECT_NEAR(model->FprSd(bits, entries) / (relative * model->Fpr(bits, entries)), 1, 1e-5)
        << bits;
  }
}

TEST(BloomModel, SpendsWholeBytesAsTheEngineTakesThem) {
  const auto model = MakeBloomModel();
  struct Case {
    double request_1024, entries, bits;
  };
  // 8 floor(floor(entries q / 1024) / 8), by hand.
  for (const auto& [q, entries, bits] :
       {Case{10240, 1000, 10000}, Case{10240, 1001, 10008}, Case{10241, 1001, 10008},
        Case{24419, 9000, 214616}, Case{1024, 7, 0}, Case{1024, 8, 8}, Case{8191, 1, 0},
        Case{8192, 1, 8}, Case{512, 31, 8}, Case{0, 1e9, 0}, Case{10240, 1e13, 1e14}}) {
    EXPECT_EQ(model->SpentBits(q / 1024, entries), bits) << q << " " << entries;
  }
  EXPECT_EQ(model->SpentBits(10.0009, 1e6), 1e7);  // not a whole 1024th: rounded down
}

TEST(BloomModel, UsesTheBitsBetweenSwitchesButTakesASmallStepUpAtThem) {
  const auto model = MakeBloomModel();
  for (const double entries : {1.0, 3.0, 10.5, 1000.0}) {
    double last = 1;
    for (double bits = 1.01; bits < 40; bits += 0.01) {
      const double rate = model->Fpr(bits, entries);
      if (BestBloomProbes(bits) == BestBloomProbes(bits - 0.01)) {
        EXPECT_LT(rate, last) << bits << " " << entries;
      }
      last = rate;
    }
  }
}

TEST(BloomModel, LargeFilterDoesNotStepWhereProbesChange) {
  const auto model = MakeBloomModel();
  for (int k = 1; k < kMaxBloomProbes; ++k) {
    const double below = model->Fpr(std::nextafter(BloomProbeSwitch(k), 0.0), 1e12);
    EXPECT_NEAR(model->Fpr(BloomProbeSwitch(k), 1e12) / below, 1, 1e-9) << k;
  }
}

TEST(BloomModel, LeastBitsReachTheRateAndNoFewerBitsDo) {
  const auto model = MakeBloomModel();
  for (const double entries : {1.0, 2.0, 6.0, 100.0, 9000.0, 1e6, 1e13}) {
    for (double fpr = 0.999; fpr > 1e-12; fpr *= 0.61) {
      const double bits = model->BitsPerKeyFor(fpr, entries);
      EXPECT_LE(model->Fpr(bits, entries), fpr) << entries;
      for (const double share : {0.1, 0.5, 0.9, 0.99, 0.999, 0.999999}) {
        EXPECT_GT(model->Fpr(bits * share, entries), fpr) << entries << " " << share;
      }
    }
  }
}

TEST(BloomModel, LeastBitsForTheRateJustBelowASwitchDoNotCrossIt) {
  const auto model = MakeBloomModel();
  for (int k = 1; k < kMaxBloomProbes; ++k) {
    for (const double entries : {1.0, 5.0, 100.0}) {
      const double fpr = model->Fpr(std::nextafter(BloomProbeSwitch(k), 0.0), entries);
      EXPECT_LE(model->Fpr(model->BitsPerKeyFor(fpr, entries), entries), fpr)
          << k << " " << entries;
    }
  }
}

TEST(BloomModel, AbsurdRequestsStayInRange) {
  const auto model = MakeBloomModel();
  for (const double entries : {1.0, 1e15, 1e30}) {
    for (const double bits : {1e-40, 1e-9, 0.5, 128.0, 1e6, 1e20}) {
      const double rate = model->Fpr(bits, entries);
      EXPECT_TRUE(rate > 0 && rate <= 1) << bits << " " << entries << " " << rate;
      EXPECT_GE(model->FprSd(bits, entries), 0);
    }
  }
}

}  // namespace
}  // namespace bitladder::sim
