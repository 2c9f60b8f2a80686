#include "sim/device/lookup_latency.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "sim/device/device_clock.h"

namespace bitladder::sim {
namespace {

Result<void> Check(std::span<const double> ios_pmf, const LookupLatencyOptions& options) {
  double sum = 0;
  for (const double p : ios_pmf) {
    if (!(p >= 0 && p <= 1)) return Fail(fmt::format("ios_pmf holds {}, out of range 0..1", p));
    sum += p;
  }
  if (!(std::abs(sum - 1) <= 1e-6)) return Fail(fmt::format("ios_pmf sums to {}, not to 1", sum));
  if (options.draws < 1 || options.draws > (1u << 26)) {
    return Fail(fmt::format("draws = {} is out of range 1..{}", options.draws, 1u << 26));
  }
  return {};
}

// The least value that at least a share q of the sorted values does not exceed.
double Quantile(const std::vector<double>& sorted, double q) {
  const double rank = std::ceil(q * static_cast<double>(sorted.size()));
  return sorted[static_cast<std::size_t>(std::max(rank, 1.0)) - 1];
}

}  // namespace

Result<LatencyDistribution> LookupLatency(const DeviceModel& device,
                                          std::span<const double> ios_pmf,
                                          const LookupLatencyOptions& options,
                                          RandomStream random) {
  if (auto ok = Check(ios_pmf, options); !ok) return tl::unexpected(ok.error());
  double mean_ios = 0, mean_square = 0;
  for (std::size_t ios = 0; ios < ios_pmf.size(); ++ios) {
    mean_ios += static_cast<double>(ios) * ios_pmf[ios];
    mean_square += static_cast<double>(ios * ios) * ios_pmf[ios];
  }
  const double read_us = MeanUs(device.read) + options.block_bytes / device.read_bytes_per_us;
  LatencyDistribution latency;
  latency.mean_us = options.other_us + mean_ios * read_us;
  // Variance of a sum of a random number of independent reads.
  latency.sd_us =
      std::sqrt(std::max(0.0, mean_ios * VarianceUs2(device.read) +
                                  (mean_square - mean_ios * mean_ios) * read_us * read_us));

  DeviceClock clock(device, random.Child(0));
  RandomStream counts = random.Child(1);
  std::vector<double> drawn(options.draws);
  for (double& us : drawn) {
    us = options.other_us;
    double left = counts.NextUnit();
    for (std::size_t ios = 0; ios + 1 < ios_pmf.size() && left > ios_pmf[ios]; ++ios) {
      left -= ios_pmf[ios];
      us += clock.ReadBlock(options.block_bytes);
    }
  }
  std::sort(drawn.begin(), drawn.end());
  latency.p50_us = Quantile(drawn, 0.5);
  latency.p90_us = Quantile(drawn, 0.9);
  latency.p99_us = Quantile(drawn, 0.99);
  latency.p999_us = Quantile(drawn, 0.999);
  return latency;
}

}  // namespace bitladder::sim
