#include "sim/cost/lookup_cost.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "sim/check.h"

namespace bitladder::sim {
namespace {

// What all truncation together may move to a neighbouring count.
constexpr double kTruncatedMass = 1e-13;

// Folds the far tail into the entry before it while it stays below `mass`.
void FoldTail(double mass, std::vector<double>& pmf) {
  while (pmf.size() > 1 && pmf.back() < mass) {
    const double tail = pmf.back();
    pmf.pop_back();
    pmf.back() += tail;
  }
}

}  // namespace

double ZeroResultCost(std::span<const double> fpr, std::span<const double> weights) {
  SIM_CHECK(weights.empty() || weights.size() == fpr.size(), weights.size(), fpr.size());
  double cost = 0;
  for (std::size_t j = 0; j < fpr.size(); ++j)
    cost += weights.empty() ? fpr[j] : weights[j] * fpr[j];
  return cost;
}

double ExistingCost(std::span<const double> fpr, std::span<const double> target_mass) {
  SIM_CHECK(target_mass.size() == fpr.size(), target_mass.size(), fpr.size());
  double cost = 0;
  double wasted_on_newer = 0;
  for (std::size_t j = 0; j < fpr.size(); ++j) {
    cost += target_mass[j] * (1 + wasted_on_newer);
    wasted_on_newer += fpr[j];
  }
  return cost;
}

std::vector<double> WastedIoDistribution(std::span<const double> fpr) {
  std::vector<double> pmf = {1.0};
  const double mass_per_run = kTruncatedMass / static_cast<double>(fpr.size() + 1);
  for (const double p : fpr) {
    pmf.push_back(0);
    for (std::size_t count = pmf.size() - 1; count > 0; --count) {
      pmf[count] = pmf[count] * (1 - p) + pmf[count - 1] * p;
    }
    pmf[0] *= 1 - p;
    FoldTail(mass_per_run, pmf);
  }
  FoldTail(1e-12, pmf);
  return pmf;
}

double ZeroResultCostSd(std::span<const double> fpr, std::span<const double> fpr_sd,
                        double lookups) {
  SIM_CHECK(fpr_sd.size() == fpr.size(), fpr_sd.size(), fpr.size());
  SIM_CHECK(lookups > 0, lookups, 0);
  double variance = 0;
  for (std::size_t j = 0; j < fpr.size(); ++j) {
    variance += fpr[j] * (1 - fpr[j]) / lookups + fpr_sd[j] * fpr_sd[j];
  }
  return std::sqrt(variance);
}

}  // namespace bitladder::sim
