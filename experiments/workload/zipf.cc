#include "experiments/workload/zipf.h"

#include <algorithm>
#include <cmath>

#include "experiments/check.h"
#include "experiments/workload/portable_math.h"

namespace bitladder::experiments {

ZipfRanks::ZipfRanks(std::uint64_t ranks, double exponent)
    : ranks_(static_cast<double>(ranks)), exponent_(exponent) {
  EXPERIMENTS_CHECK(ranks >= 1 && ranks <= std::uint64_t{1} << 50, ranks, exponent);
  EXPERIMENTS_CHECK(exponent >= 0 && exponent <= 10, exponent, ranks);
  area_begin_ = Integral(1.5) - 1;
  area_end_ = Integral(ranks_ + 0.5);
  accepted_ = 2 - InverseIntegral(Integral(2.5) - Density(2));
}

double ZipfRanks::Density(double x) const { return PortableExp(-exponent_ * PortableLog(x)); }

// (x^(1-s) - 1) / (1 - s), and ln x at s = 1.
double ZipfRanks::Integral(double x) const {
  const double log_x = PortableLog(x);
  return log_x * PortableExpm1OverX((1 - exponent_) * log_x);
}

// (1 + (1-s) a)^(1/(1-s)), and e^a at s = 1. Rounding may carry the argument below what the
// integral reaches, where the first rank is meant.
double ZipfRanks::InverseIntegral(double area) const {
  const double argument = std::max(-1 + 0x1.0p-52, (1 - exponent_) * area);
  return PortableExp(area * PortableLog1pOverX(argument));
}

// Points under the hat over [k - 1/2, k + 1/2) have an area of at least k^-s, for x^-s is convex;
// the last k^-s of it belong to rank k, and a point elsewhere is drawn again.
std::uint64_t ZipfRanks::Draw(RandomStream& random) const {
  for (;;) {
    const double area = area_end_ + random.NextUnit() * (area_begin_ - area_end_);
    const double x = InverseIntegral(area);
    const double rank = std::clamp(std::floor(x + 0.5), 1.0, ranks_);
    if (rank - x <= accepted_ || area >= Integral(rank + 0.5) - Density(rank)) {
      return static_cast<std::uint64_t>(rank) - 1;
    }
  }
}

}  // namespace bitladder::experiments
