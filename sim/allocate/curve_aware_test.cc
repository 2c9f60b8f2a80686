#include "sim/allocate/curve_aware.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "sim/allocate/least_memory.h"
#include "sim/allocate/problem.h"
#include "sim/allocate/random_for_test.h"
#include "sim/allocate/rate_curve.h"
#include "sim/filter/bloom.h"
#include "sim/filter/fpr_model.h"
#include "sim/filter/ideal.h"
#include "sim/tree/tree_growth.h"

namespace bitladder::sim {
namespace {

AllocationProblem ProblemOn(TreeShape tree, double bits_per_key, const FprModel* model) {
  AllocationProblem problem;
  problem.tree = std::move(tree);
  problem.budget_bits = bits_per_key * problem.tree.entries();
  problem.model = model;
  return problem;
}

double CostOfPolicy(std::string_view policy, const AllocationProblem& problem) {
  return CostOf(problem, Allocate(policy, problem).value());
}

// One slot a key of a whole number of bits, with two bits a key to pay first: nothing convex about
// it.
class ClumsyModel final : public FprModel {
 public:
  std::string_view name() const override { return "clumsy"; }
  double Fpr(double bits_per_key, double) const override {
    return bits_per_key < 3 ? 1 : std::exp2(2 - std::min(std::floor(bits_per_key), 34.0));
  }
  double FprSd(double, double) const override { return 0; }
  double BitsPerKeyFor(double fpr, double) const override {
    return fpr >= 1 ? 0 : std::ceil(2 - std::log2(fpr));
  }
  double SpentBits(double bits_per_key, double entries) const override {
    return bits_per_key < 3 ? 0 : std::floor(bits_per_key) * entries;
  }
};

TEST(RateCurve, HullIsConvexLiesBelowTheCurveAndEndsAtTheLeastRate) {
  const auto bloom = MakeBloomModel();
  RateCurve curve(*bloom, 1000);
  const std::vector<HullCorner> hull = curve.LowerHull();
  EXPECT_EQ(hull.front().point, (CurvePoint{0, 1}));
  EXPECT_EQ(hull.back().point.bits_per_key, 16);
  for (std::size_t k = 1; k < hull.size(); ++k) {
    const CurvePoint& from = hull[k - 1].point;
    const CurvePoint& to = hull[k].point;
    EXPECT_LT(to.fpr, from.fpr);
    for (double b = 0; b <= 16; b += kCurveStep) {
      const double line = from.fpr + (to.fpr - from.fpr) * (b - from.bits_per_key) /
                                         (to.bits_per_key - from.bits_per_key);
      EXPECT_GE(bloom->Fpr(b, 1000), line - 1e-15);
    }
  }
  // From no filter to one bit per key the hull bridges what no filter should have (THEORY section
  // 3).
  EXPECT_TRUE(hull[1].bridged);
  EXPECT_GE(hull[1].point.bits_per_key, 1);
}

TEST(CurveAware, EqualsTheExactOptimumOnTheIdealCurveWhichIsNoMoreThanUniform) {
  const auto ideal = MakeIdealModel();
  for (const double bits : {0.0, 0.05, 0.5, 2.0, 7.0, 40.0}) {
    for (const int size_ratio : {2, 10}) {
      const AllocationProblem problem =
          ProblemOn(FullTree(1e8, size_ratio, 6, Leveling()).value(), bits, ideal.get());
      const double optimum = CostOfPolicy("monkey", problem);
      EXPECT_NEAR(CostOfPolicy("curve_aware", problem), optimum, 1e-7 * optimum);
      EXPECT_LE(optimum, CostOfPolicy("uniform", problem));
    }
  }
}

TEST(CurveAware, CostsNoMoreThanMonkeyOrUniformOrHillClimbOnEveryRealCurve) {
  const std::array trees = {FullTree(2e7, 2, 7, Leveling()).value(),
                            FullTree(2e7, 5, 3, Tiering(5)).value(),
                            GrownTree(77777777, 100000, 4, LazyLeveling(4)).value()};
  for (const std::string_view name : FprModelNames()) {
    const auto model = MakeFprModel(name).value();
    for (const double bits : {0.5, 2.0, 10.0}) {
      for (const TreeShape& tree : trees) {
        const AllocationProblem problem = ProblemOn(tree, bits, model.get());
        const double curve_aware = CostOfPolicy("curve_aware", problem);
        for (const char* other : {"uniform", "monkey"}) {
          EXPECT_LE(curve_aware, CostOfPolicy(other, problem) * (1 + 1e-7)) << name << " " << bits;
        }
      }
    }
  }
  // Bloom filters of a grown tree at every budget, also where hulls bridge much of the curve.
  const auto bloom = MakeBloomModel();
  for (double bits = 0.1; bits < 12; bits *= 2.1) {
    const AllocationProblem problem = ProblemOn(trees[2], bits, bloom.get());
    EXPECT_LE(CostOfPolicy("curve_aware", problem),
              CostOfPolicy("hill_climb", problem) * (1 + 1e-6))
        << bits;
  }
}

TEST(CurveAware, GivesAtMostOneRunOfATreeLessThanOneBitOfABloomFilter) {
  const auto bloom = MakeBloomModel();
  for (double bits = 0.05; bits < 6; bits *= 1.3) {
    const AllocationProblem problem =
        ProblemOn(FullTree(1e7, 2, 10, Leveling()).value(), bits, bloom.get());
    const Allocation allocation = Allocate("curve_aware", problem).value();
    int short_filters = 0;
    for (const double b : allocation.bits_per_key) {
      if (b == 0 || b >= 1) continue;
      ++short_filters;
      // Its gain per bit still rises up to b = 1/2, where e^(-1/b)/b^2 peaks: never stop there.
      EXPECT_GT(b, 0.5);
    }
    EXPECT_LE(short_filters, 1);
    EXPECT_LE(allocation.spent_bits, problem.budget_bits * (1 + 1e-12));
  }
}

TEST(CurveAware, ReportsTheRealRateOfASingleRunInsideAHullSegment) {
  // THEORY section 5: h = 0.5, one run: 0.816 on the hull, 0.8647 real.
  const auto bloom = MakeBloomModel();
  const AllocationProblem problem =
      ProblemOn(TreeFromLevels(std::array<double, 1>{1e8}, {}).value(), 0.5, bloom.get());
  EXPECT_NEAR(CostOfPolicy("curve_aware", problem), 0.8647, 5e-5);
}

// Every way to give three runs whole bits per key, what is left being lost.
double BestWholeBits(const AllocationProblem& problem) {
  const auto& runs = problem.tree.runs;
  double best = 1e300;
  for (int i = 0; i <= 36; ++i) {
    for (int j = 0; j <= 36; ++j) {
      for (int k = 0; k <= 36; ++k) {
        const double spent = i * runs[0].entries + j * runs[1].entries + k * runs[2].entries;
        if (spent > problem.budget_bits) break;
        Allocation allocation;
        allocation.bits_per_key = {static_cast<double>(i), static_cast<double>(j),
                                   static_cast<double>(k)};
        best = std::min(best, CostOf(problem, allocation));
      }
    }
  }
  return best;
}

TEST(CurveAware, IsCloseToTheBestOfAllWholeBitsOnACurveWithoutConvexParts) {
  const ClumsyModel model;
  RandomForTest random(3);
  double worst = 1;
  for (int trial = 0; trial < 60; ++trial) {
    AllocationProblem problem;
    problem.tree = TreeFromLevels(std::array<double, 3>{std::floor(random.LogUniform(10, 100)),
                                                        std::floor(random.LogUniform(50, 500)),
                                                        std::floor(random.LogUniform(200, 1000))},
                                  {})
                       .value();
    problem.budget_bits = std::floor(problem.tree.entries() * random.Uniform(0.5, 12));
    problem.weights = {1, random.LogUniform(0.2, 5), random.LogUniform(0.2, 5)};
    problem.model = &model;
    const double cost = CostOfPolicy("curve_aware", problem);
    const double best = BestWholeBits(problem);
    EXPECT_GE(cost, best * (1 - 1e-12));
    worst = std::max(worst, cost / best);
  }
  EXPECT_LE(worst, 1.05);
}

TEST(CurveAware, LeavesUnspentWhatWouldHelpNobody) {
  const ClumsyModel model;  // its rate stays at 2^-32 from 34 bits on
  AllocationProblem problem =
      ProblemOn(TreeFromLevels(std::array<double, 2>{10, 100}, {}).value(), 50, &model);
  EXPECT_EQ(Allocate("curve_aware", problem)->spent_bits, 110 * 34);
  problem.weights = {0, 0};
  EXPECT_EQ(Allocate("curve_aware", problem)->spent_bits, 0);
  problem.weights = {0, 1};
  EXPECT_EQ(Allocate("curve_aware", problem)->bits_per_key, (std::vector<double>{0, 34}));
}

}  // namespace
}  // namespace bitladder::sim
