#include "sim/cost/lookup_cost.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <vector>

namespace bitladder::sim {
namespace {

using ::testing::ElementsAre;
using Doubles = std::vector<double>;

TEST(LookupCost, ZeroResultCostIsTheSumOfRates) {
  EXPECT_DOUBLE_EQ(ZeroResultCost(Doubles{0.1, 0.2, 1}), 1.3);
  EXPECT_DOUBLE_EQ(ZeroResultCost(Doubles{0.1, 0.2, 1}, Doubles{2, 0, 0.5}), 0.7);
  EXPECT_EQ(ZeroResultCost({}), 0);
}

TEST(LookupCost, ExistingCostOfTheOldestRunIsEquation9) {
  const Doubles fpr = {0.1, 0.2, 0.4};
  EXPECT_DOUBLE_EQ(ExistingCost(fpr, Doubles{0, 0, 1}), 0.7 - 0.4 + 1);
  EXPECT_DOUBLE_EQ(ExistingCost(fpr, Doubles{1, 0, 0}), 1);
  EXPECT_DOUBLE_EQ(ExistingCost(fpr, Doubles{0.25, 0.25, 0.5}), 0.25 + 0.25 * 1.1 + 0.5 * 1.3);
}

// Sums over every subset of runs that answer falsely.
Doubles ByEnumeration(const Doubles& fpr) {
  Doubles pmf(fpr.size() + 1, 0.0);
  for (std::size_t subset = 0; subset < (std::size_t{1} << fpr.size()); ++subset) {
    double probability = 1;
    std::size_t count = 0;
    for (std::size_t j = 0; j < fpr.size(); ++j) {
      const bool positive = (subset >> j) & 1;
      probability *= positive ? fpr[j] : 1 - fpr[j];
      count += positive;
    }
    pmf[count] += probability;
  }
  return pmf;
}

TEST(LookupCost, DistributionEqualsTheSumOverAllSubsetsOfRuns) {
  for (const Doubles& fpr :
       {Doubles{0.5}, Doubles{0.1, 0.9, 1, 0.3}, Doubles{0.4, 0.3, 0.2, 0.1, 0.05, 0.7, 0.6}}) {
    const Doubles expected = ByEnumeration(fpr);
    const Doubles pmf = WastedIoDistribution(fpr);
    ASSERT_LE(pmf.size(), expected.size());
    for (std::size_t i = 0; i < pmf.size(); ++i) EXPECT_NEAR(pmf[i], expected[i], 1e-14);
  }
}

TEST(LookupCost, DistributionOfManyEqualRunsIsBinomial) {
  const Doubles pmf = WastedIoDistribution(Doubles(1000, 0.01));
  for (std::size_t i = 0; i + 1 < pmf.size(); ++i) {
    const double x = static_cast<double>(i);
    const double log_binomial = std::lgamma(1001) - std::lgamma(x + 1) - std::lgamma(1001 - x) +
                                x * std::log(0.01) + (1000 - x) * std::log(0.99);
    EXPECT_NEAR(pmf[i], std::exp(log_binomial), 1e-12);
  }
  EXPECT_LT(pmf.size(), 60u);
  EXPECT_NEAR(std::accumulate(pmf.begin(), pmf.end(), 0.0), 1, 1e-12);
}

TEST(LookupCost, DistributionWithoutFiltersIsCertain) {
  EXPECT_THAT(WastedIoDistribution(Doubles{1, 1, 1}), ElementsAre(0, 0, 0, 1));
  EXPECT_THAT(WastedIoDistribution({}), ElementsAre(1));
}

TEST(LookupCost, SpreadCountsTheLookupsAndTheFilters) {
  // Lookups: 0.5 * 0.5 / 100; filters: 0.01^2 + 0.02^2, the second run's rate being certain.
  EXPECT_DOUBLE_EQ(ZeroResultCostSd(Doubles{0.5, 1}, Doubles{0.01, 0.02}, 100),
                   std::sqrt(0.0025 + 0.0001 + 0.0004));
}

}  // namespace
}  // namespace bitladder::sim
