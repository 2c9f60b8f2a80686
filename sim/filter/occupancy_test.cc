#include "sim/filter/occupancy.h"

#include <gtest/gtest.h>

#include <bit>
#include <boost/multiprecision/cpp_bin_float.hpp>
#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

#include "sim/filter/reference_values_for_test.h"
#include "sim/filter/split_mix_for_test.h"

namespace bitladder::sim {
namespace {

namespace mp = boost::multiprecision;
using Wide = mp::number<mp::cpp_bin_float<300>, mp::et_off>;

// E[F^probes] by inclusion-exclusion over the drawn cells, with digits to spare for the
// cancellation: sum_j S(probes, j) (cells)_j / cells^probes * sum_i (-1)^i C(j, i) (1 -
// i/cells)^throws.
Wide FillMomentByInclusionExclusion(std::uint64_t cells, std::uint64_t throws, int probes) {
  std::vector<Wide> stirling(probes + 1, 0);  // S(s, j), row by row
  stirling[0] = 1;
  for (int s = 1; s <= probes; ++s) {
    for (int j = s; j >= 1; --j) stirling[j] = stirling[j - 1] + j * stirling[j];
    stirling[0] = 0;
  }
  const Wide m = cells;
  Wide sum = 0;
  Wide falling_over_power = 1;
  for (int j = 1; j <= probes; ++j) {
    falling_over_power *= (m - (j - 1)) / m;
    Wide all_hit = 0;
    Wide binomial = 1;
    for (int i = 0; i <= j; ++i) {
      const Wide missed = pow(1 - i / m, throws);
      all_hit += (i % 2 == 0 ? binomial : -binomial) * missed;
      binomial = binomial * (j - i) / (i + 1);
    }
    sum += stirling[j] * falling_over_power / pow(m, probes - j) * all_hit;
  }
  return sum;
}

double Ratio(double value, const Wide& exact) { return static_cast<double>(Wide(value) / exact); }

struct FilterSize {
  std::uint64_t cells, throws;
  int probes;
};

std::vector<FilterSize> SizesOfMostKinds() {
  std::vector<FilterSize> sizes;
  for (const std::uint64_t cells : {8, 64, 100, 1000, 48000, 50000, 900000, 3000000}) {
    for (const int probes : {1, 2, 3, 7, 8}) {
      for (const double load : {0.02, 0.3, 0.7, 1.5, 5.0}) {
        const auto keys = static_cast<std::uint64_t>(std::ceil(load * cells / probes));
        sizes.push_back({cells, keys * probes, probes});
      }
    }
  }
  for (const std::uint64_t cells : {64, 1000, 899999, 900001}) {
    sizes.push_back({cells, cells * 7 / 10, 30});
    sizes.push_back({cells, 30, 30});
  }
  return sizes;
}

TEST(Occupancy, EqualsAnEnumerationOfEveryOutcomeOfSmallUrns) {
  for (int cells = 1; cells <= 4; ++cells) {
    for (int throws = 0; throws <= 6; ++throws) {
      int outcomes = 1;
      for (int i = 0; i < throws; ++i) outcomes *= cells;
      for (int probes = 1; probes <= 5; ++probes) {
        double sum = 0;
        for (int outcome = 0; outcome < outcomes; ++outcome) {
          unsigned hit = 0;
          for (int i = 0, rest = outcome; i < throws; ++i, rest /= cells) hit |= 1u << rest % cells;
          sum += std::pow(static_cast<double>(std::popcount(hit)) / cells, probes);
        }
        EXPECT_NEAR(ExactFillMoment(cells, throws, probes), sum / outcomes, 1e-14)
            << cells << " cells, " << throws << " throws, " << probes << " probes";
      }
    }
  }
}

TEST(Occupancy, MeetsTheExactRatesOfTheReferenceValues) {
  for (const auto& row : ReferenceValues()["bloom_exact_small"]) {
    const double cells = row["m"], keys = row["n"], exact = row["exact"];
    const int probes = row["k"];
    EXPECT_NEAR(ExpectedMaybeRate(cells, keys * probes, probes) / exact, 1, 1e-12) << row;
  }
}

TEST(Occupancy, ChainEqualsInclusionExclusionInThreeHundredDigits) {
  for (const auto& [cells, throws, probes] : SizesOfMostKinds()) {
    const Wide exact = FillMomentByInclusionExclusion(cells, throws, probes);
    const double chain =
        ExactFillMoment(static_cast<double>(cells), static_cast<double>(throws), probes);
    EXPECT_NEAR(Ratio(chain, exact), 1, 1e-11)
        << cells << " cells, " << throws << " throws, " << probes;
  }
}

TEST(Occupancy, ExpansionIsWithinTwoHundredMillionthsOfTheExactRate) {
  for (const auto& [cells, throws, probes] : SizesOfMostKinds()) {
    const Wide exact = FillMomentByInclusionExclusion(cells, throws, probes);
    const double rate =
        ExpectedMaybeRate(static_cast<double>(cells), static_cast<double>(throws), probes);
    EXPECT_NEAR(Ratio(rate, exact), 1, 2e-8)
        << cells << " cells, " << throws << " throws, " << probes;
  }
}

TEST(Occupancy, DeviationEqualsInclusionExclusionInThreeHundredDigits) {
  for (const auto& [cells, throws, probes] : SizesOfMostKinds()) {
    const Wide mean = FillMomentByInclusionExclusion(cells, throws, probes);
    const Wide square = FillMomentByInclusionExclusion(cells, throws, 2 * probes);
    const Wide exact = sqrt(abs(square - mean * mean));
    const double sd = MaybeRateSd(static_cast<double>(cells), static_cast<double>(throws), probes);
    if (exact < 1e-100 * mean) {  // a single throw leaves no choice
      EXPECT_LT(Ratio(sd, mean), 1e-7);
      continue;
    }
    EXPECT_NEAR(Ratio(sd, exact), 1, 3e-3)
        << cells << " cells, " << throws << " throws, " << probes;
  }
}

TEST(Occupancy, SeamBetweenExactRateAndExpansionIsInvisible) {
  for (const int probes : {2, 3, 7, 11, 17, 30}) {
    const double seam = 1000.0 * probes * probes;
    for (const double load : {0.05, 0.21, 0.69, 2.0}) {
      const double throws = std::round(load * seam);
      const double below = ExpectedMaybeRate(std::nextafter(seam, 0.0), throws, probes);
      const double above = ExpectedMaybeRate(seam, throws, probes);
      EXPECT_NEAR(above / below, 1, 2e-8) << probes << " probes, load " << load;
      const double sd_below = MaybeRateSd(std::nextafter(seam, 0.0), throws, probes);
      const double sd_above = MaybeRateSd(seam, throws, probes);
      EXPECT_NEAR(sd_above / sd_below, 1, 3e-3) << probes << " probes, load " << load;
    }
  }
}

TEST(Occupancy, MomentsByKeysAreTheMomentsAfterSoManyThrows) {
  for (const auto& [per_key, probes] : {std::pair{1, 1}, {3, 3}, {7, 14}}) {
    const std::vector<double> moments = ExactFillMomentsByKeys(512, per_key, probes, 100);
    ASSERT_EQ(moments.size(), 101u);
    EXPECT_EQ(moments[0], 0);
    for (int keys = 1; keys <= 100; ++keys) {
      EXPECT_NEAR(moments[keys] / ExactFillMoment(512, keys * per_key, probes), 1, 1e-12) << keys;
    }
  }
}

TEST(Occupancy, VarianceOfTheFillIsTheSecondMomentLessTheSquareOfTheFirst) {
  for (const double cells : {8.0, 64.0, 1000.0}) {
    for (const double load : {0.3, 0.7, 3.0}) {
      const double throws = std::ceil(load * cells);
      const FillStatistics fill = FillOf(cells, throws);
      const double first = ExactFillMoment(cells, throws, 1);
      const double second = ExactFillMoment(cells, throws, 2);
      EXPECT_NEAR(fill.mean / first, 1, 1e-12);
      EXPECT_NEAR(fill.variance / (second - first * first), 1, 1e-9);
    }
  }
}

TEST(Occupancy, FractionsOfCellsAndThrowsLieBetweenTheirNeighbours) {
  for (const int probes : {1, 2, 7}) {
    double last = ExpectedMaybeRate(16, 20, probes);
    for (double throws = 20.25; throws <= 22; throws += 0.25) {
      const double rate = ExpectedMaybeRate(16, throws, probes);
      EXPECT_GT(rate, last);
      last = rate;
    }
    for (double cells = 16.25; cells <= 18; cells += 0.25) {
      const double rate = ExpectedMaybeRate(cells, 22, probes);
      EXPECT_LT(rate, last);
      last = rate;
    }
  }
}

TEST(Occupancy, MoreProbesThanCellsStillGiveAProbability) {
  for (const double cells : {1.0, 3.5, 8.0, 8.5}) {
    EXPECT_NEAR(ExactFillMoment(cells, 1000, 16), 1, 1e-9) << cells;
    EXPECT_LE(ExactFillMoment(cells, 5, 16), ExactFillMoment(cells, 5, 15)) << cells;
  }
}

TEST(Occupancy, LimitsAreZeroForNoThrowsAndOneForManyThrows) {
  EXPECT_EQ(ExpectedMaybeRate(64, 0, 3), 0);
  EXPECT_EQ(ExpectedMaybeRate(1e9, 0, 3), 0);
  EXPECT_NEAR(ExpectedMaybeRate(64, 1e15, 3), 1, 1e-12);
  EXPECT_NEAR(ExpectedMaybeRate(64, 1e30, 3), 1, 1e-12);
  EXPECT_NEAR(ExpectedMaybeRate(1e6, 1e30, 3), 1, 1e-12);
}

// --- against the process itself ---

// Rates of `filters` filters, each thrown anew.
std::vector<double> ThrowFilters(std::uint64_t cells, std::uint64_t throws, int probes,
                                 int filters) {
  SplitMix random(cells * 1000003 + throws * 101 + probes);
  std::vector<double> rates;
  for (int f = 0; f < filters; ++f) {
    std::vector<bool> hit(cells);
    std::uint64_t count = 0;
    for (std::uint64_t t = 0; t < throws; ++t) {
      const std::uint64_t cell = random.Below(cells);
      count += !hit[cell];
      hit[cell] = true;
    }
    rates.push_back(std::pow(static_cast<double>(count) / static_cast<double>(cells), probes));
  }
  return rates;
}

// Seeds are fixed. Each bound is 5.3 standard errors, 1e-7 false alarms a comparison for normal
// means.
TEST(Occupancy, ThrownFiltersShowTheExpectedRateAndItsDeviation) {
  for (const auto& [cells, throws, probes] :
       {FilterSize{64, 36, 6}, FilterSize{64, 44, 11}, FilterSize{100, 70, 7},
        FilterSize{1000, 700, 7}, FilterSize{1000, 1000, 2}, FilterSize{5000, 1500, 10}}) {
    const auto m = static_cast<double>(cells), t = static_cast<double>(throws);
    const std::vector<double> rates =
        ThrowFilters(cells, throws, probes, static_cast<int>(4000000 / throws));
    const double expected = ExpectedMaybeRate(m, t, probes);
    const MeanWithError mean = MeanOf(rates, [](double r) { return r; });
    EXPECT_NEAR(mean.value, expected, kSevenNines * mean.error) << cells << " cells";
    const MeanWithError variance =
        MeanOf(rates, [&](double r) { return (r - expected) * (r - expected); });
    const double sd = MaybeRateSd(m, t, probes);
    EXPECT_NEAR(variance.value, sd * sd, kSevenNines * variance.error) << cells << " cells";
  }
}

}  // namespace
}  // namespace bitladder::sim
