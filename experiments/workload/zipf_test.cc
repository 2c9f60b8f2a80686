#include "experiments/workload/zipf.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <vector>

namespace bitladder::experiments {
namespace {

// k^-s of ranks 1..n, normalised by adding them up.
std::vector<double> Probabilities(std::uint64_t ranks, double s) {
  std::vector<double> probabilities;
  double sum = 0;
  for (std::uint64_t k = 1; k <= ranks; ++k) {
    probabilities.push_back(std::pow(static_cast<double>(k), -s));
    sum += probabilities.back();
  }
  for (double& p : probabilities) p /= sum;
  return probabilities;
}

// Chi-square of 200 000 draws over all ranks expected 20 times or more, the rest as one. Mean d,
// standard deviation sqrt(2 d); 6 of them are passed by chance once in 10^6 (its upper tail is
// heavier than a normal one's).
TEST(ZipfRanks, AreDrawnWithTheProbabilitiesOfTheLaw) {
  constexpr int kDraws = 200'000;
  for (const double s : {0.0, 0.5, 0.99, 1.0, 1.0001, 2.0, 5.0, 10.0}) {
    for (const std::uint64_t ranks : {1ULL, 2ULL, 3ULL, 100ULL, 5000ULL}) {
      const std::vector<double> probabilities = Probabilities(ranks, s);
      const ZipfRanks zipf(ranks, s);
      RandomStream random(7, "zipf test");
      std::vector<double> counts(ranks);
      for (int i = 0; i < kDraws; ++i) {
        const std::uint64_t rank = zipf.Draw(random);
        ASSERT_LT(rank, ranks);
        ++counts[rank];
      }
      double chi_square = 0;
      double cells = 0;
      double rest = 0;
      double rest_expected = 0;
      for (std::uint64_t k = 0; k < ranks; ++k) {
        const double expected = kDraws * probabilities[k];
        if (expected < 20) {
          rest += counts[k];
          rest_expected += expected;
          continue;
        }
        chi_square += (counts[k] - expected) * (counts[k] - expected) / expected;
        ++cells;
      }
      const double freedom = cells - (rest_expected < 5 ? 1 : 0);
      if (rest_expected >= 5) {
        chi_square += (rest - rest_expected) * (rest - rest_expected) / rest_expected;
      } else {
        EXPECT_LE(rest, rest_expected + 6 * std::sqrt(rest_expected) + 6) << s << " " << ranks;
      }
      EXPECT_LE(chi_square, freedom + 6 * std::sqrt(2 * freedom) + 1e-9) << s << " " << ranks;
    }
  }
}

// 2^40 ranks at s = 1: P(rank <= k) = H_k / H_n with H_n = ln n + 0.5772156649 + 1/(2n).
TEST(ZipfRanks, ReachFarWithoutATable) {
  const auto harmonic = [](double n) { return std::log(n) + 0.5772156649015329 + 0.5 / n; };
  const double n = std::exp2(40);
  const ZipfRanks zipf(std::uint64_t{1} << 40, 1);
  RandomStream random(8, "zipf test");
  constexpr int kDraws = 100'000;
  int below_1000 = 0;
  int below_2_30 = 0;
  for (int i = 0; i < kDraws; ++i) {
    const std::uint64_t rank = zipf.Draw(random);
    below_1000 += rank < 1000;
    below_2_30 += rank < std::uint64_t{1} << 30;
  }
  const auto expect_share = [&](int count, double p) {
    EXPECT_NEAR(count, kDraws * p, 6 * std::sqrt(kDraws * p * (1 - p)));
  };
  expect_share(below_1000, harmonic(1000) / harmonic(n));
  expect_share(below_2_30, harmonic(std::exp2(30)) / harmonic(n));
}

}  // namespace
}  // namespace bitladder::experiments
