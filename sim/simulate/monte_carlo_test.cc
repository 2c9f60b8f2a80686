#include "sim/simulate/monte_carlo.h"

#include <gtest/gtest.h>

#include <boost/math/distributions/chi_squared.hpp>
#include <cmath>
#include <numeric>
#include <string>

#include "sim/cost/lookup_cost.h"
#include "sim/tree/tree_growth.h"

namespace bitladder::sim {
namespace {

// Half-width, in standard errors, of a two-sided interval that a normal mean leaves once in 10^7
// trials.
constexpr double kSevenNines = 5.33;

TreeShape Tree(const std::vector<double>& entries) {
  TreeShape tree;
  for (const double n : entries) {
    tree.runs.push_back({.level = static_cast<int>(tree.runs.size()) + 1, .run = 1, .entries = n});
  }
  return tree;
}

std::vector<ExpectedFilter> Filters(const std::vector<double>& rates, double relative_sd = 0) {
  std::vector<ExpectedFilter> filters;
  for (const double p : rates)
    filters.push_back({.spent_bits = 1, .fpr = p, .fpr_sd = relative_sd * p});
  return filters;
}

std::uint64_t Sum(const std::vector<std::uint64_t>& counts) {
  return std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
}

const std::vector<double> kRates = {0.001, 0.02, 0.3, 1.0, 0.0, 0.7};

TEST(MonteCarlo, EveryRunAnswersMaybeAtItsRate) {
  const MonteCarloProblem problem{.tree = Tree({1, 2, 3, 4, 5, 6}), .filters = Filters(kRates)};
  const MonteCarloResult result = SimulateLookups(problem).value();
  for (std::size_t j = 0; j < kRates.size(); ++j) {
    const double p = kRates[j], lookups = 1e6;
    EXPECT_EQ(result.runs[j].fpr, p);
    EXPECT_EQ(result.runs[j].probes, 1000000u);
    EXPECT_NEAR(static_cast<double>(result.runs[j].false_positives), lookups * p,
                kSevenNines * std::sqrt(lookups * p * (1 - p)))
        << j;
  }
}

TEST(MonteCarlo, HistogramOfIosIsThePoissonBinomialDistribution) {
  // Three batches; a chi-square over the counts, exceeded once in 10^7.
  const MonteCarloProblem problem{
      .tree = Tree({1, 2, 3, 4, 5, 6}), .filters = Filters(kRates), .lookups = 2500000};
  const MonteCarloResult result = SimulateLookups(problem).value();
  const std::vector<double> pmf = WastedIoDistribution(kRates);
  double chi_square = 0;
  int cells = 0;
  for (std::size_t ios = 0; ios < pmf.size(); ++ios) {
    const double expected = pmf[ios] * 2500000;
    const double seen =
        ios < result.ios_histogram.size() ? static_cast<double>(result.ios_histogram[ios]) : 0;
    if (expected < 10) continue;
    chi_square += (seen - expected) * (seen - expected) / expected;
    ++cells;
  }
  ASSERT_GE(cells, 4);
  const boost::math::chi_squared distribution(cells - 1);
  EXPECT_LT(chi_square, quantile(complement(distribution, 1e-7)));
}

TEST(MonteCarlo, CountsAddUp) {
  const MonteCarloProblem problem{.tree = Tree({10, 20, 70}),
                                  .filters = Filters({0.1, 0.5, 0.05}),
                                  .inside_range = {0.5, 1, 0.9},
                                  .lookups = 1500000,
                                  .existing_fraction = 0.3};
  const MonteCarloResult result = SimulateLookups(problem).value();
  std::uint64_t true_positives = 0, wasted = 0, looking = problem.lookups, ios = 0;
  for (const MonteCarloRun& run : result.runs) {
    true_positives += run.true_positives;
    wasted += run.false_positives - run.fence_rejections;
    EXPECT_EQ(run.probes, looking -= run.true_positives);
  }
  for (std::size_t i = 0; i < result.ios_histogram.size(); ++i) ios += i * result.ios_histogram[i];
  std::uint64_t wasted_ios = 0;
  for (std::size_t i = 0; i < result.wasted_ios_histogram.size(); ++i) {
    wasted_ios += i * result.wasted_ios_histogram[i];
  }
  EXPECT_EQ(result.lookups, problem.lookups);
  EXPECT_EQ(Sum(result.ios_histogram), problem.lookups);
  EXPECT_EQ(result.found, true_positives);
  EXPECT_EQ(result.wasted_ios, wasted);
  EXPECT_EQ(ios, wasted + true_positives);
  EXPECT_EQ(Sum(result.wasted_ios_histogram), problem.lookups);
  EXPECT_EQ(wasted_ios, wasted);
}

TEST(MonteCarlo, ExistingKeysCostWhatTheTheorySays) {
  const std::vector<double> rates = {0.2, 0.1, 0.4, 0.05};
  const std::vector<double> mass = {0.1, 0.2, 0.3, 0.4};
  const MonteCarloProblem problem{
      .tree = Tree({100, 200, 300, 400}), .filters = Filters(rates), .existing_fraction = 1};
  const MonteCarloResult result = SimulateLookups(problem).value();
  EXPECT_EQ(result.found, problem.lookups);
  // At most 4 I/Os a lookup: the deviation of one is below 2.
  const double ios = static_cast<double>(result.wasted_ios + result.found) / 1e6;
  EXPECT_NEAR(ios, ExistingCost(rates, mass), kSevenNines * 2 / 1e3);
  for (std::size_t j = 0; j < mass.size(); ++j) {
    EXPECT_NEAR(static_cast<double>(result.runs[j].true_positives) / 1e6, mass[j],
                kSevenNines * std::sqrt(mass[j] * (1 - mass[j]) / 1e6));
  }
}

TEST(MonteCarlo, TargetMassDecidesWhereExistingKeysLie) {
  const MonteCarloProblem problem{.tree = Tree({10, 20, 70}),
                                  .filters = Filters({0.1, 0.5, 0.05}),
                                  .existing_fraction = 1,
                                  .target_mass = {0, 1, 0}};
  const MonteCarloResult result = SimulateLookups(problem).value();
  EXPECT_EQ(result.runs[1].true_positives, problem.lookups);
  EXPECT_EQ(result.runs[2].probes, 0u);
  EXPECT_EQ(result.runs[2].false_positives, 0u);
}

TEST(MonteCarlo, FencesTakeTheMaybesOfKeysOutsideTheRange) {
  const MonteCarloProblem problem{
      .tree = Tree({10}), .filters = Filters({0.4}), .inside_range = {0.25}};
  const MonteCarloResult result = SimulateLookups(problem).value();
  const auto maybes = static_cast<double>(result.runs[0].false_positives);
  EXPECT_NEAR(static_cast<double>(result.runs[0].fence_rejections) / maybes, 0.75,
              kSevenNines * std::sqrt(0.75 * 0.25 / maybes));
}

// Disjoint ranges: a key lies in the range of one run, so no lookup reads more than one block, and
// run j wastes absent_mass_j p_j; a key that is in the tree wastes nothing.
TEST(MonteCarlo, DisjointRunsWasteAtMostOneIoALookup) {
  const std::vector<double> mass = {0.1, 0.2, 0.7};
  MonteCarloProblem problem{
      .tree = Tree({10, 20, 70}), .filters = Filters({0.9, 0.5, 0.2}), .absent_mass = mass};
  const MonteCarloResult absent = SimulateLookups(problem).value();
  ASSERT_EQ(absent.wasted_ios_histogram.size(), 2u);
  for (std::size_t j = 0; j < mass.size(); ++j) {
    const MonteCarloRun& run = absent.runs[j];
    const double p = mass[j] * problem.filters[j].fpr;
    EXPECT_NEAR(static_cast<double>(run.false_positives - run.fence_rejections) / 1e6, p,
                kSevenNines * std::sqrt(p * (1 - p) / 1e6))
        << j;
    EXPECT_EQ(run.probes, 1000000u) << "filters are asked before fences";
  }
  problem.existing_fraction = 1;
  const MonteCarloResult existing = SimulateLookups(problem).value();
  EXPECT_EQ(existing.wasted_ios, 0u);
  EXPECT_GT(existing.runs[0].fence_rejections, 0u);
}

TEST(MonteCarlo, RealisedRatesHaveTheMeanAndDeviationOfTheModel) {
  // 200000 filters of one rate; the bound on the variance from its own fourth moments.
  for (const double relative : {0.01, 0.3}) {
    const auto rates = RealisedRates(Filters(std::vector<double>(200000, 0.01), relative), 1);
    double sum = 0, squares = 0, fourths = 0;
    for (const double rate : rates) {
      const double excess = rate / 0.01 - 1;
      sum += excess;
      squares += excess * excess;
      fourths += excess * excess * excess * excess;
    }
    const double count = static_cast<double>(rates.size());
    EXPECT_NEAR(sum / count, 0, kSevenNines * relative / std::sqrt(count));
    const double variance = relative * relative;
    EXPECT_NEAR(squares / count, variance,
                kSevenNines * std::sqrt((fourths / count - variance * variance) / count));
  }
}

TEST(MonteCarlo, SeedsOfDataAndLookupsAreIndependent) {
  MonteCarloProblem problem{
      .tree = Tree({10, 20}), .filters = Filters({0.1, 0.2}, 0.1), .lookups = 10000};
  const MonteCarloResult first = SimulateLookups(problem).value();
  EXPECT_EQ(SimulateLookups(problem).value(), first);
  problem.seed_lookups = 2;
  const MonteCarloResult other_lookups = SimulateLookups(problem).value();
  EXPECT_EQ(other_lookups.runs[0].fpr, first.runs[0].fpr);
  EXPECT_NE(other_lookups.runs[0].false_positives, first.runs[0].false_positives);
  problem.seed_data = 2;
  EXPECT_NE(SimulateLookups(problem).value().runs[0].fpr, first.runs[0].fpr);
}

TEST(MonteCarlo, EveryBatchDrawsAnew) {
  MonteCarloProblem problem{.tree = Tree({10}), .filters = Filters({0.3}), .lookups = 1 << 20};
  const std::uint64_t one_batch = SimulateLookups(problem)->wasted_ios;
  problem.lookups = 1 << 21;
  EXPECT_NE(SimulateLookups(problem)->wasted_ios, 2 * one_batch);
}

TEST(MonteCarlo, PredictionIntervalCoversNinetyFivePercentOfSeeds) {
  // Keys, filters and lookups differ in each of 1000 seeds; 95 % of normal trials fall inside 1.96
  // deviations, within 5.33 standard errors of the count (36.7 of 1000).
  const std::vector<double> rates = {0.004, 0.008, 0.02, 0.06, 0.1};
  const auto filters = Filters(rates, 0.02);
  std::vector<double> deviations;
  for (const ExpectedFilter& filter : filters) deviations.push_back(filter.fpr_sd);
  const double expected = ZeroResultCost(rates), sd = ZeroResultCostSd(rates, deviations, 16384);
  int inside = 0;
  for (std::uint64_t seed = 1; seed <= 1000; ++seed) {
    const MonteCarloProblem problem{.tree = Tree({1, 2, 3, 4, 5}),
                                    .filters = filters,
                                    .lookups = 16384,
                                    .seed_data = seed,
                                    .seed_lookups = seed};
    const double seen = static_cast<double>(SimulateLookups(problem)->wasted_ios) / 16384;
    inside += std::abs(seen - expected) <= 1.96 * sd;
  }
  EXPECT_NEAR(inside, 950, kSevenNines * std::sqrt(1000 * 0.95 * 0.05));
}

TEST(MonteCarlo, TenTrillionEntriesCostNoMoreThanTen) {
  // One flush short of 10^10: ten levels of nine runs.
  const TreeShape tree = GrownTree(9999999999000, 1000, 10, Tiering(10)).value();
  ASSERT_EQ(tree.runs.size(), 90u);
  const auto model = MakeFprModel("bloom").value();
  std::vector<ExpectedFilter> filters;
  std::vector<double> rates, deviations;
  for (const auto& run : tree.runs) {
    filters.push_back(model->Expect(10, run.entries));
    rates.push_back(filters.back().fpr);
    deviations.push_back(filters.back().fpr_sd);
  }
  const MonteCarloResult result = SimulateLookups({.tree = tree, .filters = filters}).value();
  EXPECT_NEAR(static_cast<double>(result.wasted_ios) / 1e6, ZeroResultCost(rates),
              kSevenNines * ZeroResultCostSd(rates, deviations, 1e6));
}

TEST(MonteCarlo, FieldsOutOfRangeAreNamed) {
  const MonteCarloProblem good{.tree = Tree({10, 20}), .filters = Filters({0.1, 0.2})};
  const auto message = [&](auto change) {
    MonteCarloProblem problem = good;
    change(problem);
    const auto result = SimulateLookups(problem);
    return result.has_value() ? std::string("accepted") : result.error().message;
  };
  EXPECT_EQ(message([](auto&) {}), "accepted");
  EXPECT_EQ(message([](auto& p) { p.filters.pop_back(); }).find("filters"), 0u);
  EXPECT_EQ(message([](auto& p) { p.filters[1].fpr = 1.5; }).find("fpr[1]"), 0u);
  EXPECT_EQ(message([](auto& p) { p.filters[0].fpr_sd = std::nan(""); }).find("fpr_sd[0]"), 0u);
  EXPECT_EQ(message([](auto& p) { p.inside_range = {1}; }).find("inside_range"), 0u);
  EXPECT_EQ(message([](auto& p) { p.existing_fraction = -0.1; }).find("existing_fraction"), 0u);
  EXPECT_EQ(message([](auto& p) { p.target_mass = {0.5, 0.4}; }).find("target_mass"), 0u);
  EXPECT_EQ(message([](auto& p) { p.absent_mass = {1, 1}; }).find("absent_mass sums to 2"), 0u);
  EXPECT_EQ(message([](auto& p) {
              p.absent_mass = p.inside_range = {1, 0};
            }).find("inside_range"),
            0u);
  EXPECT_EQ(message([](auto& p) { p.lookups = std::uint64_t{1} << 41; }).find("lookups"), 0u);
}

TEST(MonteCarlo, EmptyTreeAnswersWithoutIos) {
  const MonteCarloResult result =
      SimulateLookups({.tree = {}, .filters = {}, .lookups = 7}).value();
  EXPECT_EQ(result.ios_histogram, std::vector<std::uint64_t>{7});
}

}  // namespace
}  // namespace bitladder::sim
