#include "sim/filter/inverse.h"

#include <boost/math/tools/roots.hpp>
#include <cmath>
#include <cstdint>

#include "sim/check.h"

namespace bitladder::sim {

double LeastBitsInside(const RateOfBits& rate, double fpr, double low, double high) {
  SIM_CHECK(low <= high, low, high);
  const double at_high = std::log(rate(high) / fpr);
  SIM_CHECK(at_high <= 0, at_high, fpr);
  const double at_low = std::log(rate(low) / fpr);
  if (at_low <= 0) return low;
  if (at_high == 0) return high;
  const auto excess = [&](double b) { return std::log(rate(b) / fpr); };
  std::uintmax_t steps = 200;
  return boost::math::tools::toms748_solve(excess, low, high, at_low, at_high,
                                           boost::math::tools::eps_tolerance<double>(50), steps)
      .second;
}

double LeastBitsFrom(const RateOfBits& rate, double fpr, double low) {
  SIM_CHECK(low > 0, low, fpr);
  if (rate(low) <= fpr) return low;
  double high = 2 * low;
  while (rate(high) > fpr) {
    low = high;
    high *= 2;
  }
  return LeastBitsInside(rate, fpr, low, high);
}

}  // namespace bitladder::sim
