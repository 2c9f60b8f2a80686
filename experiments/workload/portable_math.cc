#include "experiments/workload/portable_math.h"

#include <cmath>

namespace bitladder::experiments {
namespace {

constexpr double kLn2 = 0x1.62e42fefa39efp-1;
constexpr double kSqrtHalf = 0x1.6a09e667f3bcdp-1;
constexpr double kSeriesBound = 0.01;  // below it the direct forms lose more than two digits
constexpr int kSeriesTerms = 9;        // 0.01^9 / 9 is below 2^-60

}  // namespace

// x = m 2^e with m in [sqrt 1/2, sqrt 2); ln m = 2 (z + z^3/3 + ...) with z = (m - 1)/(m + 1), at
// most 0.172, so that the twelfth term is below 2^-60.
double PortableLog(double x) {
  int exponent = 0;
  double m = std::frexp(x, &exponent);
  if (m < kSqrtHalf) {
    m *= 2;
    --exponent;
  }
  const double z = (m - 1) / (m + 1);
  double sum = 0;
  for (int power = 23; power >= 1; power -= 2) sum = sum * (z * z) + 1.0 / power;
  return exponent * kLn2 + 2 * z * sum;
}

// x = k ln 2 + r with |r| <= 0.35; Taylor's series of e^r to r^15 / 15!.
double PortableExp(double x) {
  const double k = std::floor(x / kLn2 + 0.5);
  const double r = x - k * kLn2;
  double sum = 1;
  for (int i = 15; i >= 1; --i) sum = 1 + sum * r / i;
  return std::ldexp(sum, static_cast<int>(k));
}

double PortableExpm1OverX(double x) {
  if (std::abs(x) > kSeriesBound) return (PortableExp(x) - 1) / x;
  double sum = 1;
  for (int i = kSeriesTerms; i >= 2; --i) sum = 1 + sum * x / i;
  return sum;
}

double PortableLog1pOverX(double x) {
  if (std::abs(x) > kSeriesBound) return PortableLog(1 + x) / x;
  double sum = 0;
  for (int i = kSeriesTerms; i >= 1; --i) sum = 1.0 / i - x * sum;
  return sum;
}

}  // namespace bitladder::experiments
