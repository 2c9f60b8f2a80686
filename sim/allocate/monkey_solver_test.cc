// The exact optimum against an interior-point solver that knows nothing of water filling.
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "sim/allocate/monkey.h"
#include "sim/allocate/random_for_test.h"

namespace bitladder::sim {
namespace {

using Real = long double;
using Vector = Eigen::Matrix<Real, Eigen::Dynamic, 1>;
using Matrix = Eigen::Matrix<Real, Eigen::Dynamic, Eigen::Dynamic>;

// Least sum_j c_j exp(-beta b_j) over b >= 0 with sum_j n_j b_j = M: primal-dual interior point,
// each step one dense linear system in (b, s, y) from
//   -beta c_j exp(-beta b_j) + y n_j - s_j = 0,   sum n_j b_j = M,   b_j s_j = mu -> 0.
Real InteriorPointCost(const std::vector<double>& entries, const std::vector<double>& weights,
                       double budget_bits) {
  const auto runs = static_cast<Eigen::Index>(entries.size());
  const Real beta = kBeta;
  const Real total = std::accumulate(entries.begin(), entries.end(), Real{0});
  Vector n(runs);
  Vector c(runs);
  for (Eigen::Index j = 0; j < runs; ++j) {
    n[j] = entries[static_cast<std::size_t>(j)] / total;
    c[j] = weights[static_cast<std::size_t>(j)];
  }
  const Real budget = budget_bits / total;
  Vector b = Vector::Constant(runs, budget);
  Vector s = Vector::Constant(runs, c.maxCoeff());
  Real y = 0;
  for (int iteration = 0; iteration < 400; ++iteration) {
    const Real mu = b.dot(s) / static_cast<Real>(10 * runs);
    const Vector slope = beta * (c.array() * (-beta * b.array()).exp()).matrix();
    Matrix system = Matrix::Zero(2 * runs + 1, 2 * runs + 1);
    system.topLeftCorner(runs, runs).diagonal() = beta * slope;
    system.block(0, runs, runs, runs).diagonal().setConstant(-1);
    system.block(0, 2 * runs, runs, 1) = n;
    system.block(runs, 0, runs, runs).diagonal() = s;
    system.block(runs, runs, runs, runs).diagonal() = b;
    system.block(2 * runs, 0, 1, runs) = n.transpose();
    Vector residual(2 * runs + 1);
    residual.head(runs) = slope - y * n + s;
    residual.segment(runs, runs) = (mu - b.array() * s.array()).matrix();
    residual[2 * runs] = budget - n.dot(b);
    const Vector step = system.partialPivLu().solve(residual);
    Real length = 1;
    for (Eigen::Index j = 0; j < runs; ++j) {
      if (step[j] < 0) length = std::min(length, Real{0.95} * -b[j] / step[j]);
      if (step[runs + j] < 0) length = std::min(length, Real{0.95} * -s[j] / step[runs + j]);
    }
    b += length * step.head(runs);
    s += length * step.segment(runs, runs);
    y += length * step[2 * runs];
    const Real cost = (c.array() * (-beta * b.array()).exp()).sum();
    const Vector dual = beta * (c.array() * (-beta * b.array()).exp()).matrix() - y * n + s;
    // What the gradient still disagrees by bounds what any feasible move could gain.
    const Real error = dual.cwiseAbs().sum() * b.cwiseAbs().maxCoeff() + b.dot(s);
    if (error < 1e-11L * cost) break;
  }
  return (c.array() * (-beta * b.array()).exp()).sum();
}

TEST(MonkeyAllocator, AgreesWithAnInteriorPointSolverOnRandomProblems) {
  RandomForTest random(20170514);
  for (int trial = 0; trial < 60; ++trial) {
    const int runs = 1 + trial;
    std::vector<double> entries;
    std::vector<double> weights;
    double total = 0;
    for (int j = 0; j < runs; ++j) {
      entries.push_back(std::floor(random.LogUniform(10, 1e8)));
      weights.push_back(random.LogUniform(1e-3, 1e3));
      total += entries.back();
    }
    const double budget = total * random.LogUniform(0.01, 40);
    const MonkeyOptimum optimum = SolveMonkey(entries, weights, budget);
    const auto expected = static_cast<double>(InteriorPointCost(entries, weights, budget));
    EXPECT_NEAR(optimum.cost, expected, 1e-9 * expected) << "trial " << trial;
    EXPECT_LT(optimum.certificate.worst_deviation, 1e-11);
    EXPECT_LT(optimum.certificate.worst_unfiltered_excess, 1e-11);
    EXPECT_LT(optimum.certificate.budget_deviation, 1e-12);
  }
}

}  // namespace
}  // namespace bitladder::sim
