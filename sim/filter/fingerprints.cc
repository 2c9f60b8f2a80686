#include "sim/filter/fingerprints.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "sim/check.h"

namespace bitladder::sim {

double FingerprintRate(const FingerprintSlots& slots, double bits) {
  SIM_CHECK(slots.slots > slots.idle_slots && bits >= 0, slots.slots, bits);
  const double whole = std::floor(bits / slots.slots);
  if (whole >= kMaxFingerprintBits) return std::ldexp(1.0, -kMaxFingerprintBits);
  const double rest = bits - whole * slots.slots;
  const double wide = std::max(0.0, rest - slots.idle_slots) / (slots.slots - slots.idle_slots);
  return std::ldexp(1 - wide / 2, -static_cast<int>(whole));
}

double FingerprintBitsFor(const FingerprintSlots& slots, double fpr) {
  SIM_CHECK(fpr > 0 && fpr <= 1, fpr, 1);
  if (fpr < std::ldexp(1.0, -kMaxFingerprintBits)) return std::numeric_limits<double>::infinity();
  int exponent = 0;
  const double half = std::frexp(fpr, &exponent);  // fpr = half * 2^exponent, half in [1/2, 1)
  if (half == 0.5) return (1 - exponent) * slots.slots;
  const double wide = 2 * (1 - half);  // r = -exponent: half = 1 - wide/2
  return -exponent * slots.slots + slots.idle_slots + wide * (slots.slots - slots.idle_slots);
}

int Log2In256ths(double keys) {
  SIM_CHECK(keys >= 1, keys, 1);
  int exponent = 0;
  const double half = std::frexp(std::floor(keys), &exponent);  // 2 * half in [1, 2)
  return 256 * (exponent - 1) + static_cast<int>(512 * half) - 256;
}

double ScaledBy65536ths(double keys, double factor) {
  const double blocks = std::floor(keys / 65536);
  const double rest = std::floor(keys - blocks * 65536);
  return blocks * factor + std::floor(rest * factor / 65536);
}

}  // namespace bitladder::sim
