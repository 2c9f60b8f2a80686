#include "experiments/predict/zipf_law.h"

#include <algorithm>
#include <cmath>

namespace bitladder::experiments {
namespace {

// sum over k = a+1..b of k^-s: integral, trapezoid and first derivative term. The next term is
// s(s+1)(s+2) a^-(s+3) / 720.
double EulerMaclaurin(double a, double b, double s) {
  const auto f = [s](double x) { return std::pow(x, -s); };
  const double log_ratio = std::log(b / a);
  const double t = (1 - s) * log_ratio;
  const double mean_growth = t == 0 ? 1 : std::expm1(t) / t;
  const double integral = std::pow(a, 1 - s) * log_ratio * mean_growth;
  return integral + (f(b) - f(a)) / 2 + s * (f(a) / a - f(b) / b) / 12;
}

}  // namespace

double ZipfSum(std::uint64_t first, std::uint64_t last, double s) {
  if (last < first) return 0;
  const std::uint64_t exact = std::min(last, std::max(first, kZipfExactRanks));
  double sum = 0;
  if (last > exact) {
    sum = EulerMaclaurin(static_cast<double>(exact), static_cast<double>(last), s);
  }
  for (std::uint64_t k = exact; k >= first; --k) sum += std::pow(static_cast<double>(k), -s);
  return sum;
}

double ZipfRepeatProbability(std::uint64_t keys, double s) {
  const double sum = ZipfSum(1, keys, s);
  return ZipfSum(1, keys, 2 * s) / (sum * sum);
}

}  // namespace bitladder::experiments
