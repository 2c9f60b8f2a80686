#include "experiments/result/prediction.h"

#include <cmath>

namespace bitladder::experiments {

CountMoments LookupCost::Total(std::uint64_t lookups) const {
  const auto n = static_cast<double>(lookups);
  return {.certain = n * certain,
          .mean = n * (mean - certain),
          .variance = n == 0 ? 0 : n * variance + n * (n - 1) * Covariance()};
}

double LookupCost::MeanSd(std::uint64_t lookups) const {
  return lookups == 0 ? 0 : std::sqrt(Total(lookups).variance) / static_cast<double>(lookups);
}

}  // namespace bitladder::experiments
