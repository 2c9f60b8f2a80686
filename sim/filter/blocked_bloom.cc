#include "sim/filter/blocked_bloom.h"

#include <algorithm>
#include <boost/math/tools/roots.hpp>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "sim/check.h"
#include "sim/filter/inverse.h"
#include "sim/filter/occupancy.h"
#include "sim/filter/whole_bits.h"

namespace bitladder::sim {
namespace {

constexpr double kPoisson = std::numeric_limits<double>::infinity();

// Fuller lines than this answer "maybe" but for 1 lookup in 10^17.
constexpr double kFullLineKeys = 20000;

// From so many lines on, their dependence is linear enough to be summed up in one slope.
constexpr double kManyLines = 50;

// P(a line holds first + i keys), i = 0.., where it is not negligible.
struct LineLoads {
  int first = 0;
  std::vector<double> probability;
};

// Binomial(entries, mean/entries) by its recurrence outwards from the mode, normalised at the end,
// so that fractional `entries` and the Poisson limit need nothing special.
LineLoads LoadsAround(double mean, double entries) {
  if (mean >= entries) return {.first = static_cast<int>(entries), .probability = {1.0}};
  const double odds = entries == kPoisson ? 0 : mean / (entries - mean);  // q/(1 - q)
  const auto rise = [&](double j) {                                       // P(j + 1)/P(j)
    if (entries == kPoisson) return mean / (j + 1);
    return std::max(0.0, entries - j) / (j + 1) * odds;
  };
  constexpr double kNegligible = 1e-40;
  const int mode = static_cast<int>(mean);
  std::vector<double> below, above{1.0};
  for (int j = mode; j > 0; --j) {
    const double weight = (below.empty() ? 1.0 : below.back()) / rise(j - 1);
    if (!(weight >= kNegligible)) break;
    below.push_back(weight);
  }
  for (int j = mode;; ++j) {
    const double weight = above.back() * rise(j);
    if (!(weight >= kNegligible)) break;
    above.push_back(weight);
  }
  LineLoads loads{.first = mode - static_cast<int>(below.size()),
                  .probability = {below.rbegin(), below.rend()}};
  loads.probability.insert(loads.probability.end(), above.begin(), above.end());
  double total = 0;
  for (const double p : loads.probability) total += p;
  for (double& p : loads.probability) p /= total;
  return loads;
}

double MeanOverLoads(const LineLoads& loads, const std::vector<double>& by_keys) {
  double sum = 0;
  for (std::size_t i = 0; i < loads.probability.size(); ++i) {
    sum += loads.probability[i] * by_keys[loads.first + i];
  }
  return sum;
}

int MostKeys(const LineLoads& loads) {
  return loads.first + static_cast<int>(loads.probability.size()) - 1;
}

double MeanLineRate(double mean_keys, double entries, int probes) {
  if (mean_keys > kFullLineKeys) return 1;
  const LineLoads loads = LoadsAround(mean_keys, entries);
  return MeanOverLoads(loads, ExactFillMomentsByKeys(kBlockBits, probes, probes, MostKeys(loads)));
}

double Rate(double bits_per_key, double entries, int probes) {
  const double bits = std::max(1.0, bits_per_key * entries);
  if (bits <= kBlockBits) return ExpectedMaybeRate(bits, probes * entries, probes);
  return std::max(MeanLineRate(kBlockBits / bits_per_key, entries, probes),
                  std::numeric_limits<double>::min());
}

// Cov of the rates of two lines, whose loads compete for the same keys; rate[j] is a line's at j
// keys. Exact for few lines; for many, -(slope of the rate on the load)^2 mean_keys/lines.
double CovarianceOfTwoLines(const LineLoads& loads, const std::vector<double>& rate, double entries,
                            double lines) {
  const double mean_keys = entries / lines;
  double covariance = 0;
  if (lines >= kManyLines) {
    double with_load = 0;
    for (std::size_t i = 0; i < loads.probability.size(); ++i) {
      const double excess = loads.first + static_cast<double>(i) - mean_keys;
      with_load += loads.probability[i] * excess * rate[loads.first + i];
    }
    const double slope = with_load / (mean_keys * (1 - 1 / lines));
    return -slope * slope * mean_keys / lines;
  }
  const double mean = MeanOverLoads(loads, rate);
  for (std::size_t i = 0; i < loads.probability.size(); ++i) {
    const double left = std::max(0.0, entries - loads.first - static_cast<double>(i));
    const LineLoads other = LoadsAround(left / std::max(1.0, lines - 1), left);
    covariance +=
        loads.probability[i] * (rate[loads.first + i] - mean) * (MeanOverLoads(other, rate) - mean);
  }
  return covariance;
}

// The lines' mean rate has variance Var/lines + (1 - 1/lines) Cov, of one line and of two.
double Sd(double bits_per_key, double entries, int probes) {
  const double bits = bits_per_key * entries;
  if (bits <= kBlockBits) return MaybeRateSd(std::max(1.0, bits), probes * entries, probes);
  const double mean_keys = kBlockBits / bits_per_key;
  if (mean_keys > kFullLineKeys) return 0;
  const double lines = bits / kBlockBits;
  const LineLoads loads = LoadsAround(mean_keys, entries);
  const int most_keys = lines < kManyLines ? static_cast<int>(std::ceil(entries)) : MostKeys(loads);
  const std::vector<double> rate = ExactFillMomentsByKeys(kBlockBits, probes, probes, most_keys);
  const std::vector<double> square =
      ExactFillMomentsByKeys(kBlockBits, probes, 2 * probes, MostKeys(loads));
  const double mean = MeanOverLoads(loads, rate);
  const double variance = MeanOverLoads(loads, square) - mean * mean;
  const double covariance = CovarianceOfTwoLines(loads, rate, entries, lines);
  return std::sqrt(std::max(0.0, variance / lines + (1 - 1 / lines) * covariance));
}

// Entry k - 1: from how many bits k + 1 probes are better than k.
using ProbeSwitches = std::vector<double>;

ProbeSwitches ComputeProbeSwitches() {
  ProbeSwitches switches;
  double low = 0.5;
  for (int k = 1;; ++k) {
    const auto gain = [k](double b) {
      return std::log(BlockedBloomLimitRate(b, k) / BlockedBloomLimitRate(b, k + 1));
    };
    if (gain(kMaxBitsPerKey) < 0) return switches;
    std::uintmax_t steps = 100;
    const double better =
        boost::math::tools::toms748_solve(gain, low, double{kMaxBitsPerKey},
                                          boost::math::tools::eps_tolerance<double>(40), steps)
            .second;
    low = std::ceil(better * 1024) / 1024;
    switches.push_back(low);
  }
}

const ProbeSwitches& Switches() {
  static const ProbeSwitches switches = ComputeProbeSwitches();
  return switches;
}

class BlockedBloomModel final : public FprModel {
 public:
  std::string_view name() const override { return "blocked_bloom"; }

  double Fpr(double bits_per_key, double entries) const override {
    SIM_CHECK(bits_per_key >= 0 && entries >= 1, bits_per_key, entries);
    if (bits_per_key * entries <= 1) return 1;
    return Rate(bits_per_key, entries, BestBlockedProbes(bits_per_key));
  }

  double FprSd(double bits_per_key, double entries) const override {
    SIM_CHECK(bits_per_key >= 0 && entries >= 1, bits_per_key, entries);
    if (bits_per_key * entries <= 1) return 0;
    return Sd(bits_per_key, entries, BestBlockedProbes(bits_per_key));
  }

  double BitsPerKeyFor(double fpr, double entries) const override {
    SIM_CHECK(fpr > 0 && fpr <= 1 && entries >= 1, fpr, entries);
    if (fpr >= 1) return 0;
    double low = 1 / entries;
    int k = 1;
    for (const double next : Switches()) {
      const double high = std::nextafter(next, 0.0);
      const auto rate = [&](double b) { return Rate(b, entries, k); };
      if (rate(high) <= fpr) return LeastBitsInside(rate, fpr, low, high);
      low = next;
      ++k;
    }
    return LeastBitsFrom([&](double b) { return Rate(b, entries, k); }, fpr, low);
  }

  double SpentBits(double bits_per_key, double entries) const override {
    SIM_CHECK(bits_per_key >= 0 && entries >= 1, bits_per_key, entries);
    return kBlockBits * std::floor(WholeBits(bits_per_key, entries) / kBlockBits);
  }
};

}  // namespace

double BlockedBloomLimitRate(double bits_per_key, int probes) {
  SIM_CHECK(bits_per_key > 0 && probes >= 1, bits_per_key, probes);
  return MeanLineRate(kBlockBits / bits_per_key, kPoisson, probes);
}

int BestBlockedProbes(double bits_per_key) {
  const auto& switches = Switches();
  return 1 + static_cast<int>(std::upper_bound(switches.begin(), switches.end(), bits_per_key) -
                              switches.begin());
}

std::unique_ptr<FprModel> MakeBlockedBloomModel() { return std::make_unique<BlockedBloomModel>(); }

}  // namespace bitladder::sim
