#include "sim/filter/ribbon.h"

#include <algorithm>
#include <cmath>

#include "sim/check.h"
#include "sim/filter/whole_bits.h"

namespace bitladder::sim {
namespace {

constexpr double kBlockSlots = 128;

class RibbonModel final : public FprModel {
 public:
  std::string_view name() const override { return "ribbon"; }

  double Fpr(double bits_per_key, double entries) const override {
    SIM_CHECK(bits_per_key >= 0 && entries >= 1, bits_per_key, entries);
    return FingerprintRate(RibbonSlots(entries), bits_per_key * entries);
  }

  double FprSd(double, double) const override { return 0; }

  double BitsPerKeyFor(double fpr, double entries) const override {
    SIM_CHECK(fpr > 0 && fpr <= 1 && entries >= 1, fpr, entries);
    return FingerprintBitsFor(RibbonSlots(entries), fpr) / entries;
  }

  double SpentBits(double bits_per_key, double entries) const override {
    SIM_CHECK(bits_per_key >= 0 && entries >= 1, bits_per_key, entries);
    const double slots = RibbonSlots(entries).slots;
    const double bits = 8 * std::floor(WholeBits(bits_per_key, entries) / 8);
    const double columns = std::min<double>(kMaxFingerprintBits, std::floor(bits / slots));
    if (columns == kMaxFingerprintBits) return columns * slots;
    const double tail = std::fmod(slots, kBlockSlots);
    const double rest = bits - columns * slots;
    if (rest < tail + kBlockSlots) return columns * slots;
    return columns * slots + tail + kBlockSlots * std::floor((rest - tail) / kBlockSlots);
  }
};

}  // namespace

FingerprintSlots RibbonSlots(double entries) {
  SIM_CHECK(entries >= 1, entries, 1);
  const double keys = std::floor(entries);
  const double excess = std::max(0.0, std::floor(184.0 * Log2In256ths(keys) / 256) - 1045);
  const double slots = 8 * std::ceil((keys + ScaledBy65536ths(keys, excess) + 4) / 8);
  return {.slots = slots, .idle_slots = std::min(kBlockSlots, slots) - 1};
}

std::unique_ptr<FprModel> MakeRibbonModel() { return std::make_unique<RibbonModel>(); }

}  // namespace bitladder::sim
