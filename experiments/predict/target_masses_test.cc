#include "experiments/predict/target_masses.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <vector>

#include "experiments/predict/lookup_classes.h"
#include "experiments/predict/zipf_law.h"
#include "experiments/workload/lookup_stream.h"

namespace bitladder::experiments {
namespace {

LoadedTree TreeOf(const std::vector<std::uint64_t>& entries) {
  LoadedTree tree;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    tree.runs.push_back({static_cast<int>(i) + 1, 1, entries[i]});
  }
  return tree;
}

ExperimentConfig ConfigOf(const std::string& distribution, double parameter) {
  ExperimentConfig config;
  config.workload.existing_fraction = 1;
  config.workload.distribution = distribution;
  config.workload.distribution_parameter = parameter;
  return config;
}

// The probability of each entry by age, one by one, summed over the runs that hold them.
std::vector<TargetMass> ByEntries(const LoadedTree& tree, const std::vector<double>& of_age) {
  std::vector<TargetMass> targets;
  std::size_t age = 0;
  for (const LoadedRun& run : tree.runs) {
    TargetMass target;
    for (std::uint64_t i = 0; i < run.entries; ++i, ++age) {
      target.mass += of_age[age];
      target.squares += of_age[age] * of_age[age];
    }
    targets.push_back(target);
  }
  return targets;
}

void ExpectEqual(const std::vector<TargetMass>& targets, const std::vector<TargetMass>& expected) {
  ASSERT_EQ(targets.size(), expected.size());
  for (std::size_t j = 0; j < targets.size(); ++j) {
    EXPECT_NEAR(targets[j].mass, expected[j].mass, 1e-12) << j;
    EXPECT_NEAR(targets[j].squares, expected[j].squares, 1e-12) << j;
  }
}

TEST(TargetMasses, AreTheRunsSharesOfTheEntriesUnderUniform) {
  const LoadedTree tree = TreeOf({10, 30, 60});
  ExpectEqual(TargetMasses(ConfigOf("uniform", 0), tree),
              ByEntries(tree, std::vector<double>(100, 0.01)));
}

TEST(TargetMasses, AreOneLevelsRunsUnderTargetLevel) {
  LoadedTree tree = TreeOf({10, 30, 60});
  tree.runs[1].level = 3;
  std::vector<double> of_age(100, 1.0 / 90);
  for (int i = 0; i < 10; ++i) of_age[static_cast<std::size_t>(i)] = 0;
  ExpectEqual(TargetMasses(ConfigOf("target_level", 3), tree), ByEntries(tree, of_age));
}

// The newest 20 of 100 entries get 80 % of the lookups: 4 % each, the others 0.25 % each.
TEST(TargetMasses, LeanOnTheNewestEntriesUnderTemporality) {
  const LoadedTree tree = TreeOf({10, 30, 60});
  std::vector<double> of_age(100, 0.0025);
  for (int i = 0; i < 20; ++i) of_age[static_cast<std::size_t>(i)] = 0.04;
  ExpectEqual(TargetMasses(ConfigOf("temporality", 0.2), tree), ByEntries(tree, of_age));
}

TEST(TargetMasses, PutEveryRankIntoTheRunThatHoldsItUnderZipf) {
  const LoadedTree tree = TreeOf({10, 30, 60});
  ExperimentConfig config = ConfigOf("zipf", 0.99);
  config.seed_lookups = 17;
  double norm = 0;
  for (int k = 1; k <= 100; ++k) norm += std::pow(k, -0.99);
  std::vector<double> of_age(100);
  const IndexPermutation by_rank = EntriesByRank(100, 17);
  for (std::uint64_t rank = 0; rank < 100; ++rank) {
    of_age[99 - by_rank.Forward(rank)] = std::pow(static_cast<double>(rank + 1), -0.99) / norm;
  }
  ExpectEqual(TargetMasses(config, tree), ByEntries(tree, of_age));
}

// Beyond 2^18 ranks the rest is spread evenly; against every rank placed one by one the deviation
// is bounded by sqrt(sum of w^2 beyond) / 2 = 6e-5 at s = 0.99, taken six times.
TEST(TargetMasses, SpreadTheRanksBeyondThoseEvenly) {
  const LoadedTree tree = TreeOf({100'000, 300'000, 600'000});
  const std::vector<TargetMass> targets = TargetMasses(ConfigOf("zipf", 0.99), tree);
  const IndexPermutation by_rank = EntriesByRank(1'000'000, 1);
  double norm = 0;
  std::vector<double> of_age(1'000'000);
  for (std::uint64_t rank = 0; rank < of_age.size(); ++rank) {
    const double weight = std::pow(static_cast<double>(rank + 1), -0.99);
    of_age[of_age.size() - 1 - by_rank.Forward(rank)] = weight;
    norm += weight;
  }
  for (double& p : of_age) p /= norm;
  const std::vector<TargetMass> expected = ByEntries(tree, of_age);
  double sum = 0;
  for (std::size_t j = 0; j < 3; ++j) {
    EXPECT_NEAR(targets[j].mass, expected[j].mass, 6 * 6e-5);
    EXPECT_NEAR(targets[j].squares, expected[j].squares, 1e-6 * expected[j].squares + 1e-9);
    sum += targets[j].mass;
  }
  EXPECT_NEAR(sum, 1, 1e-12);
}

// zeta(2) = pi^2/6; H_n = ln n + 0.57721... + 1/(2n) - 1/(12 n^2).
TEST(ZipfSum, AgreesWithZetaAndTheHarmonicNumbers) {
  const std::uint64_t huge = std::uint64_t{1} << 50;
  EXPECT_NEAR(ZipfSum(1, huge, 2), M_PI * M_PI / 6, 1e-12);
  const double n = std::exp2(40);
  EXPECT_NEAR(ZipfSum(1, std::uint64_t{1} << 40, 1), std::log(n) + 0.57721566490153286 + 0.5 / n,
              1e-10);
  EXPECT_NEAR(ZipfSum(1, 1'000'000, 0), 1e6, 1e-6);
  EXPECT_NEAR(ZipfSum(300'001, 1'000'000, 0.5),
              ZipfSum(1, 1'000'000, 0.5) - ZipfSum(1, 300'000, 0.5), 1e-8);
  double direct = 0;
  for (int k = 1'000'000; k >= 1; --k) direct += std::pow(k, -0.99);
  EXPECT_NEAR(ZipfSum(1, 1'000'000, 0.99), direct, 1e-12 * direct);
}

// Zipf 0.99 over a million keys: 16 384 lookups are worth 141 distinct ones.
TEST(ZipfRepeatProbability, MakesManyLookupsWorthFew) {
  const double repeats = ZipfRepeatProbability(1'000'000, 0.99);
  EXPECT_NEAR(1 / (1.0 / 16384 + repeats), 141, 0.5);
  EXPECT_NEAR(ZipfRepeatProbability(1000, 0), 1e-3, 1e-15);
}

// Two keys of ranks 1 and 2 at s = 1 get 2/3 and 1/3: two lookups are for one key with 5/9.
TEST(LookupClasses, CorrelateAbsentKeysThatRepeatUnderZipf) {
  ExperimentConfig config = ConfigOf("zipf", 1);
  config.workload.existing_fraction = 0;
  const LookupClasses classes = ClassifyLookups(config, TreeOf({1, 1}));
  const std::vector<PredictedRun> runs = {{0.1, 0}, {0.3, 0}};
  const LookupCost cost = CostOf(classes, runs);
  EXPECT_NEAR(cost.repeat_variance, 5.0 / 9 * (0.1 * 0.9 + 0.3 * 0.7), 1e-15);
  EXPECT_NEAR(cost.mean, 0.4, 1e-15);
}

// Which run a lookup's key lies in is drawn anew each time, so only the cost of one key, not the
// difference between runs, is common to lookups that repeat it.
TEST(LookupClasses, DoNotCorrelateLookupsByTheRunOfTheirKeys) {
  const LookupClasses classes = ClassifyLookups(ConfigOf("uniform", 0), TreeOf({50, 50}));
  const std::vector<PredictedRun> read_always = {{1, 0}, {1, 0}};
  EXPECT_NEAR(CostOf(classes, read_always).variance, 0.25, 1e-15);
  EXPECT_EQ(CostOf(classes, read_always).repeat_variance, 0);
}

}  // namespace
}  // namespace bitladder::experiments
