#include "experiments/predict/lookup_classes.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace bitladder::experiments {
namespace {

LoadedTree TreeOf(const std::vector<std::uint64_t>& entries) {
  LoadedTree tree;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    tree.runs.push_back({static_cast<int>(i) + 1, 1, entries[i]});
  }
  return tree;
}

ExperimentConfig ConfigOf(const std::string& load_order, double existing_fraction) {
  ExperimentConfig config;
  config.tree.load_order = load_order;
  config.workload.existing_fraction = existing_fraction;
  return config;
}

const std::vector<PredictedRun> kRuns = {{0.1, 0.02}, {0.3, 0.03}, {0.6, 0.05}};
const std::vector<double> kRates = {0.1, 0.3, 0.6};

// One kind of lookup: how likely, and which of the three runs' false positives it pays for.
struct Kind {
  double probability;
  std::vector<int> runs;
};

struct Enumerated {
  double mean = 0;
  double variance = 0;
  double covariance = 0;
  std::vector<double> pmf = std::vector<double>(4);
};

// Every kind of lookup against every outcome of the three filters, one by one; and for the
// covariance of two lookups every combination of rates p - s and p + s, which have mean p and
// deviation s.
Enumerated Enumerate(const std::vector<Kind>& kinds) {
  Enumerated result;
  double second = 0;
  for (const Kind& kind : kinds) {
    for (int outcome = 0; outcome < 8; ++outcome) {
      double probability = kind.probability;
      int cost = 0;
      for (int run = 0; run < 3; ++run) {
        const bool positive = (outcome >> run & 1) != 0;
        const double p = kRates[static_cast<std::size_t>(run)];
        probability *= positive ? p : 1 - p;
      }
      for (const int run : kind.runs) cost += outcome >> run & 1;
      result.pmf[static_cast<std::size_t>(cost)] += probability;
      result.mean += probability * cost;
      second += probability * cost * cost;
    }
  }
  result.variance = second - result.mean * result.mean;
  double product = 0;
  for (int signs = 0; signs < 8; ++signs) {
    double mean = 0;
    for (const Kind& kind : kinds) {
      for (const int run : kind.runs) {
        const PredictedRun& r = kRuns[static_cast<std::size_t>(run)];
        mean += kind.probability * (r.fpr + ((signs >> run & 1) != 0 ? r.fpr_sd : -r.fpr_sd));
      }
    }
    product += mean * mean / 8;
  }
  result.covariance = product - result.mean * result.mean;
  return result;
}

void ExpectEqual(const LookupClasses& classes, const Enumerated& expected) {
  const LookupCost cost = CostOf(classes, kRuns);
  EXPECT_NEAR(cost.mean, expected.mean, 1e-14);
  EXPECT_NEAR(cost.variance, expected.variance, 1e-14);
  EXPECT_NEAR(cost.filter_variance, expected.covariance, 1e-14);
  const std::vector<double> pmf = WastedIoPmf(classes, kRates);
  ASSERT_LE(pmf.size(), expected.pmf.size());
  for (std::size_t i = 0; i < expected.pmf.size(); ++i) {
    EXPECT_NEAR(i < pmf.size() ? pmf[i] : 0, expected.pmf[i], 1e-12) << i;
  }
}

TEST(LookupClasses, ChargeAnAbsentKeyOfARandomLoadForEveryRun) {
  const LookupClasses classes = ClassifyLookups(ConfigOf("random", 0), TreeOf({10, 30, 60}));
  ExpectEqual(classes, Enumerate({{1, {0, 1, 2}}}));
  EXPECT_EQ(AbsentWeights(classes, 3), (std::vector<double>{1, 1, 1}));
}

TEST(LookupClasses, ChargeAnExistingKeyForTheRunsNewerThanItsOwn) {
  const LookupClasses classes = ClassifyLookups(ConfigOf("random", 1), TreeOf({10, 30, 60}));
  ExpectEqual(classes, Enumerate({{0.1, {}}, {0.3, {0}}, {0.6, {0, 1}}}));
}

TEST(LookupClasses, MixAbsentAndExistingKeysByTheirShare) {
  const LookupClasses classes = ClassifyLookups(ConfigOf("random", 0.25), TreeOf({10, 30, 60}));
  ExpectEqual(
      classes,
      Enumerate({{0.75, {0, 1, 2}}, {0.25 * 0.1, {}}, {0.25 * 0.3, {0}}, {0.25 * 0.6, {0, 1}}}));
}

// Runs of 11, 31 and 61 keys have 10, 30 and 60 gaps for absent keys.
TEST(LookupClasses, ChargeALookupOfASequentialLoadForTheOneRunAroundIt) {
  const LookupClasses absent = ClassifyLookups(ConfigOf("sequential", 0), TreeOf({11, 31, 61}));
  ExpectEqual(absent, Enumerate({{0.1, {0}}, {0.3, {1}}, {0.6, {2}}}));
  EXPECT_EQ(AbsentWeights(absent, 3), (std::vector<double>{0.1, 0.3, 0.6}));
  const LookupClasses existing = ClassifyLookups(ConfigOf("sequential", 1), TreeOf({11, 31, 61}));
  ExpectEqual(existing, Enumerate({{1, {}}}));
}

TEST(LookupClasses, KnowWhichIosAreCertain) {
  const std::vector<PredictedRun> runs = {{0.1, 0.01}, {1, 0}, {1, 0}};
  EXPECT_EQ(CostOf(ClassifyLookups(ConfigOf("random", 0), TreeOf({1, 3, 6})), runs).certain, 2);
  // A key of run 2 never reaches run 3, one of run 1 not even run 2.
  EXPECT_EQ(CostOf(ClassifyLookups(ConfigOf("random", 0.5), TreeOf({1, 3, 6})), runs).certain, 0);
  EXPECT_EQ(CostOf(ClassifyLookups(ConfigOf("sequential", 0), TreeOf({2, 3, 6})), runs).certain, 0);
  const std::vector<PredictedRun> none = {{1, 0}, {1, 0}, {1, 0}};
  const LookupCost cost = CostOf(ClassifyLookups(ConfigOf("random", 0), TreeOf({1, 3, 6})), none);
  EXPECT_EQ(cost.certain, 3);
  EXPECT_EQ(cost.mean, 3);
  EXPECT_EQ(cost.variance, 0);
  // One I/O in any case, but in a run that differs from lookup to lookup.
  const LookupCost one =
      CostOf(ClassifyLookups(ConfigOf("sequential", 0), TreeOf({2, 3, 6})), none);
  EXPECT_EQ(one.certain, 0);
  EXPECT_DOUBLE_EQ(one.mean, 1);
  EXPECT_NEAR(one.variance, 0, 1e-15);
}

// Two keys, both in the older of two runs, the newer with rate p: two lookups meet the same key
// with probability 1/2, and then cost the same.
TEST(LookupClasses, CorrelateLookupsThatRepeatAKey) {
  LookupClasses classes;
  classes.existing = {{1, 0, 1, 0.5}};
  classes.existing_fraction = 1;
  const std::vector<PredictedRun> runs = {{0.3, 0}, {0.5, 0}};
  EXPECT_NEAR(CostOf(classes, runs).repeat_variance, 0.5 * 0.3 * 0.7, 1e-15);
  // Where half of the lookups are for absent keys, both are for existing ones in a quarter of the
  // cases.
  classes.absent = {{1, 0, 2}};
  classes.existing_fraction = 0.5;
  EXPECT_NEAR(CostOf(classes, runs).repeat_variance, 0.25 * 0.5 * 0.3 * 0.7, 1e-15);
}

// Variance of a sum by its definition: n variances and n (n-1) covariances.
TEST(LookupCost, AddsVariancesAndCovariances) {
  const LookupCost cost{
      .mean = 2.5, .certain = 2, .variance = 0.3, .filter_variance = 0.01, .repeat_variance = 0.02};
  EXPECT_EQ(cost.Total(1).certain, 2);
  EXPECT_DOUBLE_EQ(cost.Total(1).mean, 0.5);
  EXPECT_DOUBLE_EQ(cost.Total(1).variance, 0.3);
  EXPECT_DOUBLE_EQ(cost.Total(10).mean, 5);
  EXPECT_DOUBLE_EQ(cost.Total(10).variance, 10 * 0.3 + 90 * 0.03);
  EXPECT_DOUBLE_EQ(cost.MeanSd(10), std::sqrt(10 * 0.3 + 90 * 0.03) / 10);
  EXPECT_EQ(cost.MeanSd(0), 0);
}

}  // namespace
}  // namespace bitladder::experiments
