#include "experiments/result/statistics.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <functional>

#include "experiments/workload/random_stream.h"

namespace bitladder::experiments {
namespace {

// Expected values: R 4.2, binom.test(k, n)$conf.int.
TEST(ClopperPearson, GivesThePublishedExactIntervals) {
  EXPECT_NEAR(ClopperPearson(5, 50).low, 0.03327509, 1e-8);
  EXPECT_NEAR(ClopperPearson(5, 50).high, 0.21813537, 1e-8);
  EXPECT_NEAR(ClopperPearson(5, 10).low, 0.18708603, 1e-8);
  EXPECT_NEAR(ClopperPearson(5, 10).high, 0.81291397, 1e-8);
  // No success in n trials: high = 1 - tail^(1/n).
  EXPECT_EQ(ClopperPearson(0, 100).low, 0);
  EXPECT_NEAR(ClopperPearson(0, 100).high, 1 - std::pow(0.025, 0.01), 1e-12);
  EXPECT_NEAR(ClopperPearson(100, 100).low, std::pow(0.025, 0.01), 1e-12);
  EXPECT_EQ(ClopperPearson(100, 100).high, 1);
  EXPECT_EQ(ClopperPearson(0, 0), (Interval{0, 1}));
}

// Summed in exact fractions.
TEST(MostSuccesses, IsTheSmallestNumberWithNoMoreThanItsTailAboveIt) {
  for (const auto& [trials, most] :
       {std::pair{1, 1}, {2, 2}, {3, 2}, {6, 3}, {10, 4}, {20, 5}, {100, 13}, {400, 36}}) {
    EXPECT_EQ(MostSuccesses(static_cast<std::uint64_t>(trials), 0.05, 0.0005),
              static_cast<std::uint64_t>(most))
        << trials;
  }
}

// The ends are defined by their tails: P(X >= k | low) = P(X <= k | high) = 0.025, summed term by
// term.
TEST(ClopperPearson, LeavesTwoAndAHalfPercentOnEitherSide) {
  const auto at_most = [](int k, int n, double p) {
    double sum = 0;
    for (int i = 0; i <= k; ++i) {
      sum += std::exp(std::lgamma(n + 1) - std::lgamma(i + 1) - std::lgamma(n - i + 1) +
                      i * std::log(p) + (n - i) * std::log1p(-p));
    }
    return sum;
  };
  for (const auto& [k, n] : {std::pair{1, 30}, {22, 65536}, {300, 1000}, {999, 1000}}) {
    const Interval interval =
        ClopperPearson(static_cast<std::uint64_t>(k), static_cast<std::uint64_t>(n));
    EXPECT_NEAR(1 - at_most(k - 1, n, interval.low), 0.025, 1e-7) << k << " of " << n;
    EXPECT_NEAR(at_most(k, n, interval.high), 0.025, 1e-7) << k << " of " << n;
  }
}

// Expected values: Garwood 1936, as in every table of exact Poisson limits.
TEST(PoissonMean, GivesThePublishedExactIntervals) {
  EXPECT_EQ(PoissonMean(0).low, 0);
  EXPECT_NEAR(PoissonMean(0).high, 3.68888, 1e-5);
  EXPECT_NEAR(PoissonMean(1).low, 0.02532, 1e-5);
  EXPECT_NEAR(PoissonMean(1).high, 5.57164, 1e-5);
  EXPECT_NEAR(PoissonMean(10).low, 4.79539, 1e-5);
  EXPECT_NEAR(PoissonMean(10).high, 18.39036, 1e-5);
}

// Walks up the probabilities of a count from 0 and stops where the tails are used up.
CountInterval BruteForce(const std::function<double(std::uint64_t)>& log_probability) {
  CountInterval interval;
  bool low_found = false;
  double at_most = 0;
  for (std::uint64_t k = 0;; ++k) {
    at_most += std::exp(log_probability(k));
    if (!low_found && at_most > 0.025) {
      interval.low = k;
      low_found = true;
    }
    if (at_most >= 0.975) {
      interval.high = k;
      return interval;
    }
  }
}

TEST(PredictionInterval, IsOneNumberWhereNothingIsRandom) {
  EXPECT_EQ(PredictionInterval({.certain = 4096}), (CountInterval{4096, 4096}));
  EXPECT_EQ(PredictionInterval({}), (CountInterval{0, 0}));
}

TEST(PredictionInterval, IsTheBinomialOneForIndependentTrials) {
  for (const auto& [trials, p] :
       {std::pair{20.0, 0.5}, {1000.0, 0.4}, {16384.0, 0.05}, {50.0, 0.99}}) {
    const CountInterval expected = BruteForce([n = trials, q = p](std::uint64_t k) {
      const auto x = static_cast<double>(k);
      return x > n ? -INFINITY
                   : std::lgamma(n + 1) - std::lgamma(x + 1) - std::lgamma(n - x + 1) +
                         x * std::log(q) + (n - x) * std::log1p(-q);
    });
    const CountMoments moments{0, trials * p, trials * p * (1 - p)};
    EXPECT_EQ(PredictionInterval(moments), expected) << trials << " " << p;
    const CountMoments shifted{7, trials * p, trials * p * (1 - p)};
    EXPECT_EQ(PredictionInterval(shifted), (CountInterval{expected.low + 7, expected.high + 7}));
  }
}

TEST(PredictionInterval, IsThePoissonOneForEqualMoments) {
  for (const double mean : {0.01, 3.0, 400.0}) {
    const CountInterval expected = BruteForce([mean](std::uint64_t k) {
      const auto x = static_cast<double>(k);
      return x * std::log(mean) - mean - std::lgamma(x + 1);
    });
    EXPECT_EQ(PredictionInterval({0, mean, mean}), expected) << mean;
    EXPECT_EQ(PredictionInterval({0, mean, mean * (1 + 1e-7)}), expected) << mean;
    EXPECT_EQ(PredictionInterval({0, mean, mean * (1 - 1e-7)}), expected) << mean;
  }
}

TEST(PredictionInterval, IsTheGammaPoissonOneForLargerVariance) {
  for (const auto& [mean, variance] : {std::pair{400.0, 440.0}, {5.0, 50.0}, {1e4, 2e4}}) {
    const double r = mean * mean / (variance - mean);
    const double q = mean / variance;
    const CountInterval expected = BruteForce([r, q](std::uint64_t k) {
      const auto x = static_cast<double>(k);
      return std::lgamma(x + r) - std::lgamma(r) - std::lgamma(x + 1) + r * std::log(q) +
             x * std::log1p(-q);
    });
    EXPECT_EQ(PredictionInterval({0, mean, variance}), expected) << mean << " " << variance;
  }
}

TEST(PredictionInterval, CopesWithHugeCounts) {
  const CountInterval interval = PredictionInterval({0, 1e10, 4e10});
  EXPECT_NEAR(static_cast<double>(interval.low), 1e10 - 1.96 * 2e5, 2e3);
  EXPECT_NEAR(static_cast<double>(interval.high), 1e10 + 1.96 * 2e5, 2e3);
}

// The case that it is for: n lookups against a rate that is itself random. 20 000 draws of "rate,
// then count" (both approximately normal, by sums of 12 units) leave it in 5 % of the cases at most
// and in 4 % at least; the standard deviation of that share is 0.15 %, the bounds leave 6 of them.
TEST(PredictionInterval, CoversCountsWhoseRateIsRandomItself) {
  const double lookups = 16384;
  const double rate = 0.05;
  const double rate_sd = 0.05 * 0.04;
  const double mean = lookups * rate;
  const double variance = lookups * rate * (1 - rate) + lookups * (lookups - 1) * rate_sd * rate_sd;
  const CountInterval interval = PredictionInterval({0, mean, variance});
  RandomStream random(1, "coverage");
  const auto normal = [&random] {
    double sum = -6;
    for (int i = 0; i < 12; ++i) sum += random.NextUnit();
    return sum;
  };
  int outside = 0;
  for (int i = 0; i < 20000; ++i) {
    const double q = rate + rate_sd * normal();
    const double count = std::round(lookups * q + std::sqrt(lookups * q * (1 - q)) * normal());
    outside += !interval.Contains(static_cast<std::uint64_t>(count));
  }
  EXPECT_GT(outside / 20000.0, 0.04);
  EXPECT_LT(outside / 20000.0, 0.05 + 6 * 0.0015);
}

}  // namespace
}  // namespace bitladder::experiments
