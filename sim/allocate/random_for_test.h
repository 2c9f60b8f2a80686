// Random numbers for test problems, the same for a seed on every machine.
#pragma once

#include <cmath>
#include <cstdint>

#include "sim/filter/split_mix_for_test.h"

namespace bitladder::sim {

class RandomForTest {
 public:
  explicit RandomForTest(std::uint64_t seed) : words_(seed) {}

  // Uniform in [0, 1).
  double Unit() { return static_cast<double>(words_.Next() >> 11) * 0x1p-53; }
  double Uniform(double low, double high) { return low + (high - low) * Unit(); }
  double LogUniform(double low, double high) {
    return low * std::exp(Unit() * std::log(high / low));
  }
  // Uniform in 0..count-1.
  int Below(int count) { return static_cast<int>(Unit() * count); }

 private:
  SplitMix words_;
};

}  // namespace bitladder::sim
