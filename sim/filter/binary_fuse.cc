#include "sim/filter/binary_fuse.h"

#include <algorithm>
#include <cmath>

#include "sim/check.h"
#include "sim/filter/whole_bits.h"

namespace bitladder::sim {
namespace {

class BinaryFuseModel final : public FprModel {
 public:
  std::string_view name() const override { return "binary_fuse"; }

  double Fpr(double bits_per_key, double entries) const override {
    SIM_CHECK(bits_per_key >= 0 && entries >= 1, bits_per_key, entries);
    return FingerprintRate(BinaryFuseSlots(entries), bits_per_key * entries);
  }

  double FprSd(double, double) const override { return 0; }

  double BitsPerKeyFor(double fpr, double entries) const override {
    SIM_CHECK(fpr > 0 && fpr <= 1 && entries >= 1, fpr, entries);
    return FingerprintBitsFor(BinaryFuseSlots(entries), fpr) / entries;
  }

  double SpentBits(double bits_per_key, double entries) const override {
    SIM_CHECK(bits_per_key >= 0 && entries >= 1, bits_per_key, entries);
    const FingerprintSlots slots = BinaryFuseSlots(entries);
    const double bits = 8 * std::floor(WholeBits(bits_per_key, entries) / 8);
    if (bits <= slots.idle_slots) return 0;
    return std::min(bits, kMaxFingerprintBits * slots.slots);
  }
};

}  // namespace

FingerprintSlots BinaryFuseSlots(double entries) {
  SIM_CHECK(entries >= 1, entries, 1);
  const double keys = std::floor(entries);
  const double log2 = std::max(256, Log2In256ths(keys));
  const double exponent = std::min(18.0, std::floor((std::floor(4096 * log2 / 7109) + 448) / 256));
  const double segment = std::exp2(exponent);
  const double factor = std::max(73728.0, 57344 + std::floor(16384 * 5102 / log2));
  const double wanted = ScaledBy65536ths(keys, factor);
  const double segments = std::max(3.0, std::floor((wanted + 0.75 * segment) / segment));
  return {.slots = segments * segment, .idle_slots = 2 * segment};
}

std::unique_ptr<FprModel> MakeBinaryFuseModel() { return std::make_unique<BinaryFuseModel>(); }

}  // namespace bitladder::sim
