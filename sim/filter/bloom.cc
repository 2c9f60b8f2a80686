#include "sim/filter/bloom.h"

#include <algorithm>
#include <array>
#include <boost/math/tools/roots.hpp>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numbers>

#include "sim/check.h"
#include "sim/filter/inverse.h"
#include "sim/filter/occupancy.h"
#include "sim/filter/whole_bits.h"

namespace bitladder::sim {
namespace {

std::array<double, kMaxBloomProbes - 1> ComputeProbeSwitches() {
  std::array<double, kMaxBloomProbes - 1> switches{};
  for (int k = 1; k < kMaxBloomProbes; ++k) {
    // k probes are the best real number of probes at k/ln2 bits, k + 1 at (k + 1)/ln2.
    const auto gain = [k](double b) {
      return std::log(BloomLimitRate(b, k) / BloomLimitRate(b, k + 1));
    };
    std::uintmax_t steps = 100;
    const auto [low, high] =
        boost::math::tools::toms748_solve(gain, k / std::numbers::ln2, (k + 1) / std::numbers::ln2,
                                          boost::math::tools::eps_tolerance<double>(50), steps);
    switches[k - 1] = 0.5 * (low + high);
  }
  return switches;
}

const std::array<double, kMaxBloomProbes - 1>& ProbeSwitches() {
  static const std::array<double, kMaxBloomProbes - 1> switches = ComputeProbeSwitches();
  return switches;
}

class BloomModel final : public FprModel {
 public:
  std::string_view name() const override { return "bloom"; }

  double Fpr(double bits_per_key, double entries) const override {
    SIM_CHECK(bits_per_key >= 0 && entries >= 1, bits_per_key, entries);
    if (bits_per_key * entries <= 1) return 1;
    return Rate(bits_per_key, entries, BestBloomProbes(bits_per_key));
  }

  double FprSd(double bits_per_key, double entries) const override {
    SIM_CHECK(bits_per_key >= 0 && entries >= 1, bits_per_key, entries);
    if (bits_per_key * entries <= 1) return 0;
    const int probes = BestBloomProbes(bits_per_key);
    return MaybeRateSd(bits_per_key * entries, probes * entries, probes);
  }

  double BitsPerKeyFor(double fpr, double entries) const override {
    SIM_CHECK(fpr > 0 && fpr <= 1 && entries >= 1, fpr, entries);
    if (fpr >= 1) return 0;
    // The rate falls with the bits while k stays the same; the first k that reaches the rate has
    // it.
    double low = 1 / entries;
    for (int k = 1; k < kMaxBloomProbes; ++k) {
      const double high = std::nextafter(BloomProbeSwitch(k), 0.0);
      const auto rate = [&](double b) { return Rate(b, entries, k); };
      if (rate(high) <= fpr) return LeastBitsInside(rate, fpr, low, high);
      low = BloomProbeSwitch(k);
    }
    const auto rate = [&](double b) { return Rate(b, entries, kMaxBloomProbes); };
    return LeastBitsFrom(rate, fpr, low);
  }

  double SpentBits(double bits_per_key, double entries) const override {
    SIM_CHECK(bits_per_key >= 0 && entries >= 1, bits_per_key, entries);
    return BloomBits(bits_per_key, entries);
  }

 private:
  static double Rate(double bits_per_key, double entries, int probes) {
    const double bits = std::max(1.0, bits_per_key * entries);
    return std::max(ExpectedMaybeRate(bits, probes * entries, probes),
                    std::numeric_limits<double>::min());
  }
};

}  // namespace

double BloomLimitRate(double bits_per_key, int probes) {
  SIM_CHECK(bits_per_key > 0 && probes >= 1, bits_per_key, probes);
  return std::pow(-std::expm1(-probes / bits_per_key), probes);
}

int BestBloomProbes(double bits_per_key) {
  const auto& switches = ProbeSwitches();
  return 1 + static_cast<int>(std::upper_bound(switches.begin(), switches.end(), bits_per_key) -
                              switches.begin());
}

double BloomProbeSwitch(int probes) {
  SIM_CHECK(probes >= 1 && probes < kMaxBloomProbes, probes, kMaxBloomProbes);
  return ProbeSwitches()[probes - 1];
}

double BloomBits(double bits_per_key, double entries) {
  return 8 * std::floor(WholeBits(bits_per_key, entries) / 8);
}

std::unique_ptr<FprModel> MakeBloomModel() { return std::make_unique<BloomModel>(); }

}  // namespace bitladder::sim
