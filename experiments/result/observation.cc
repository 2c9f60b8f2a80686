#include "experiments/result/observation.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace bitladder::experiments {

std::optional<LatencySummary> SummarizeLatency(std::span<std::uint64_t> nanoseconds) {
  if (nanoseconds.empty()) return std::nullopt;
  std::sort(nanoseconds.begin(), nanoseconds.end());
  const auto count = static_cast<double>(nanoseconds.size());
  double sum = 0;
  for (const std::uint64_t ns : nanoseconds) sum += static_cast<double>(ns);
  // `per_mille` keeps the rank a whole number: 0.999 * 1000 is not 999 in binary.
  const auto percentile_us = [&](std::size_t per_mille) {
    const std::size_t rank = (nanoseconds.size() * per_mille + 999) / 1000;
    return static_cast<double>(nanoseconds[rank - 1]) / 1000;
  };
  return LatencySummary{.count = nanoseconds.size(),
                        .mean_us = sum / count / 1000,
                        .p50_us = percentile_us(500),
                        .p90_us = percentile_us(900),
                        .p99_us = percentile_us(990),
                        .p999_us = percentile_us(999),
                        .max_us = percentile_us(1000)};
}

}  // namespace bitladder::experiments
