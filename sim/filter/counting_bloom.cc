#include "sim/filter/counting_bloom.h"

#include <algorithm>
#include <boost/math/special_functions/beta.hpp>

#include "sim/check.h"
#include "sim/filter/bloom.h"
#include "sim/filter/occupancy.h"

namespace bitladder::sim {

CountingBloomShape CountingBloomFor(double counters_per_key, double design_keys) {
  SIM_CHECK(counters_per_key >= 0 && design_keys >= 1, counters_per_key, design_keys);
  const double counters = std::max(8.0, BloomBits(counters_per_key, design_keys));
  return {.counters = counters, .probes = BestBloomProbes(counters / design_keys)};
}

double CountingBloomFpr(const CountingBloomShape& shape, double keys) {
  SIM_CHECK(keys >= 0, keys, shape.counters);
  return ExpectedMaybeRate(shape.counters, keys * shape.probes, shape.probes);
}

double CountingBloomFprSd(const CountingBloomShape& shape, double keys) {
  SIM_CHECK(keys >= 0, keys, shape.counters);
  return MaybeRateSd(shape.counters, keys * shape.probes, shape.probes);
}

double StuckCounterShare(const CountingBloomShape& shape, double keys) {
  SIM_CHECK(keys >= 0, keys, shape.counters);
  const double throws = keys * shape.probes;
  if (throws < kStuckCount) return 0;
  // P(X >= s) = I_{1/m}(s, t - s + 1), the regularised incomplete beta function.
  return boost::math::ibeta(kStuckCount, throws - kStuckCount + 1, 1 / shape.counters);
}

}  // namespace bitladder::sim
