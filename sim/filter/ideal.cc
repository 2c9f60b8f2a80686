#include "sim/filter/ideal.h"

#include <algorithm>
#include <limits>

#include "sim/check.h"
#include "sim/ideal_filter.h"

namespace bitladder::sim {
namespace {

class IdealModel final : public FprModel {
 public:
  std::string_view name() const override { return "ideal"; }

  double Fpr(double bits_per_key, double entries) const override {
    SIM_CHECK(bits_per_key >= 0 && entries >= 1, bits_per_key, entries);
    return std::max(IdealFpr(bits_per_key), std::numeric_limits<double>::min());
  }

  double FprSd(double bits_per_key, double entries) const override {
    SIM_CHECK(bits_per_key >= 0 && entries >= 1, bits_per_key, entries);
    return 0;
  }

  double BitsPerKeyFor(double fpr, double entries) const override {
    SIM_CHECK(fpr > 0 && fpr <= 1 && entries >= 1, fpr, entries);
    return IdealBitsPerKey(fpr);
  }

  double SpentBits(double bits_per_key, double entries) const override {
    SIM_CHECK(bits_per_key >= 0 && entries >= 1, bits_per_key, entries);
    return bits_per_key * entries;
  }
};

}  // namespace

std::unique_ptr<FprModel> MakeIdealModel() { return std::make_unique<IdealModel>(); }

}  // namespace bitladder::sim
