// Random words for tests that act a filter out (SplitMix64; Steele, Lea, Flood, OOPSLA 2014).
#pragma once

#include <cmath>
#include <cstdint>
#include <vector>

namespace bitladder::sim {

class SplitMix {
 public:
  explicit SplitMix(std::uint64_t seed) : state_(seed) {}

  std::uint64_t Next() {
    std::uint64_t z = state_ += 0x9e3779b97f4a7c15;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
  }
  std::uint64_t Below(std::uint64_t bound) { return Next() % bound; }

 private:
  std::uint64_t state_;
};

// The mean of f over `values`, with its standard error.
struct MeanWithError {
  double value = 0;
  double error = 0;
};
template <class F>
MeanWithError MeanOf(const std::vector<double>& values, const F& f) {
  double sum = 0, squares = 0;
  for (const double v : values) sum += f(v);
  const double mean = sum / static_cast<double>(values.size());
  for (const double v : values) squares += (f(v) - mean) * (f(v) - mean);
  return {.value = mean, .error = std::sqrt(squares) / static_cast<double>(values.size())};
}

// Half-width, in standard errors, of a two-sided interval that a normal mean leaves once in 10^7
// trials.
inline constexpr double kSevenNines = 5.33;

}  // namespace bitladder::sim
