#include "sim/filter/scalable_bloom.h"

#include <algorithm>
#include <cmath>

#include "sim/check.h"
#include "sim/filter/bloom.h"
#include "sim/filter/occupancy.h"
#include "sim/filter/whole_bits.h"

namespace bitladder::sim {
namespace {

constexpr double kMoreBitsPerStage = 1478.0 / 1024;  // 1/ln 2, rounded up

}  // namespace

std::vector<ScalableBloomStage> StagesOf(const ScalableBloomDesign& design, double keys) {
  SIM_CHECK(design.initial_keys >= 1 && keys >= 0, design.initial_keys, keys);
  SIM_CHECK(design.bits_per_key >= 1 && design.bits_per_key <= 64, design.bits_per_key, keys);
  SIM_CHECK(BloomBits(design.bits_per_key, design.initial_keys) > 0, design.bits_per_key,
            design.initial_keys);
  const double first_bits_per_key = RequestIn1024ths(design.bits_per_key) / 1024.0;
  std::vector<ScalableBloomStage> stages;
  double left = keys, capacity = std::floor(design.initial_keys);
  do {
    const double bits_per_key =
        first_bits_per_key + kMoreBitsPerStage * static_cast<double>(stages.size());
    const double bits = BloomBits(bits_per_key, capacity);
    stages.push_back({.bits = bits,
                      .probes = BestBloomProbes(bits / capacity),
                      .keys = std::min(left, capacity)});
    left -= capacity;
    capacity *= 2;
  } while (left > 0);
  return stages;
}

double ScalableBloomBits(const ScalableBloomDesign& design, double keys) {
  double bits = 0;
  for (const ScalableBloomStage& stage : StagesOf(design, keys)) bits += stage.bits;
  return bits;
}

double ScalableBloomFpr(const ScalableBloomDesign& design, double keys) {
  double log_none = 0;
  for (const ScalableBloomStage& stage : StagesOf(design, keys)) {
    log_none += std::log1p(-ExpectedMaybeRate(stage.bits, stage.keys * stage.probes, stage.probes));
  }
  return -std::expm1(log_none);
}

double ScalableBloomFprSd(const ScalableBloomDesign& design, double keys) {
  // Var prod (1 - F_i) = prod ((1 - p_i)^2 + s_i^2) - prod (1 - p_i)^2 for independent stages.
  double log_none = 0, log_growth = 0;
  for (const ScalableBloomStage& stage : StagesOf(design, keys)) {
    const double throws = stage.keys * stage.probes;
    const double none = 1 - ExpectedMaybeRate(stage.bits, throws, stage.probes);
    const double relative = MaybeRateSd(stage.bits, throws, stage.probes) / none;
    log_none += std::log(none);
    log_growth += std::log1p(relative * relative);
  }
  return std::exp(log_none) * std::sqrt(std::expm1(log_growth));
}

}  // namespace bitladder::sim
