#include "sim/filter/whole_bits.h"

#include <algorithm>
#include <cmath>

#include "sim/check.h"

namespace bitladder::sim {

std::uint32_t RequestIn1024ths(double bits_per_key) {
  SIM_CHECK(bits_per_key >= 0, bits_per_key, 0);
  return static_cast<std::uint32_t>(std::min<double>(bits_per_key, kMaxBitsPerKey) * 1024);
}

double WholeBits(double bits_per_key, double entries) {
  SIM_CHECK(entries >= 1, entries, bits_per_key);
  // entries * request may need more than 53 bits; its two parts, cut at a multiple of 1024, do not.
  const double request = RequestIn1024ths(bits_per_key);
  const double thousands = std::floor(entries / 1024);
  const double rest = std::floor(entries - thousands * 1024);
  return thousands * request + std::floor(rest * request / 1024);
}

}  // namespace bitladder::sim
