#include "experiments/result/comparison.h"

#include "experiments/check.h"

namespace bitladder::experiments {

Comparison Compare(const Prediction& predicted, const Observation& measured) {
  EXPERIMENTS_CHECK(predicted.lookups == measured.lookups, predicted.lookups, measured.lookups);
  Comparison comparison;
  comparison.within_pi95 = predicted.wasted_ios_pi95.Contains(measured.wasted_ios);
  if (measured.lookups == 0) return comparison;
  if (predicted.latency && measured.latency) {
    comparison.latency_ratio = measured.latency->mean_us / predicted.latency->mean_us;
  }
  if (predicted.updates && measured.updates && predicted.updates->entries_written > 0) {
    comparison.copies_ratio = static_cast<double>(measured.updates->entries_written) /
                              static_cast<double>(predicted.updates->entries_written);
  }
  const double mean =
      static_cast<double>(measured.wasted_ios) / static_cast<double>(measured.lookups);
  const double sd = predicted.wasted_ios.MeanSd(predicted.lookups);
  if (predicted.wasted_ios.mean > 0) comparison.wasted_ios_ratio = mean / predicted.wasted_ios.mean;
  if (sd > 0) comparison.z_score = (mean - predicted.wasted_ios.mean) / sd;
  return comparison;
}

Interval MeasuredMeanInterval(std::uint64_t wasted_ios, std::uint64_t certain,
                              std::uint64_t lookups) {
  if (lookups == 0) return {0, 0};
  // A cache may have served some of the certain accesses; then all I/Os are treated as random.
  if (certain > wasted_ios) certain = 0;
  const Interval random = PoissonMean(wasted_ios - certain);
  const auto n = static_cast<double>(lookups);
  return {(static_cast<double>(certain) + random.low) / n,
          (static_cast<double>(certain) + random.high) / n};
}

Interval MeasuredWastedIos(const Observation& measured) {
  std::uint64_t certain = 0;
  for (const ObservedRun& run : measured.runs) {
    if (run.filter_bits == 0) certain += run.false_positives - run.fence_rejections;
  }
  return MeasuredMeanInterval(measured.wasted_ios, certain, measured.lookups);
}

}  // namespace bitladder::experiments
