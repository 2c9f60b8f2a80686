#include "sim/filter/no_filter.h"

#include <limits>

#include "sim/check.h"

namespace bitladder::sim {
namespace {

class NoFilterModel final : public FprModel {
 public:
  std::string_view name() const override { return "none"; }
  double Fpr(double, double) const override { return 1; }
  double FprSd(double, double) const override { return 0; }
  double BitsPerKeyFor(double fpr, double entries) const override {
    SIM_CHECK(fpr > 0 && fpr <= 1 && entries >= 1, fpr, entries);
    return fpr < 1 ? std::numeric_limits<double>::infinity() : 0;
  }
  double SpentBits(double, double) const override { return 0; }
};

}  // namespace

std::unique_ptr<FprModel> MakeNoFilterModel() { return std::make_unique<NoFilterModel>(); }

}  // namespace bitladder::sim
