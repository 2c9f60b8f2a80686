// From the number of I/Os of a lookup to its latency on a device.
#pragma once

#include <cstdint>
#include <span>

#include "sim/device/device_model.h"
#include "sim/random_stream.h"
#include "sim/result.h"

namespace bitladder::sim {

struct LatencyDistribution {
  double mean_us = 0;                                      // exact
  double sd_us = 0;                                        // exact
  double p50_us = 0, p90_us = 0, p99_us = 0, p999_us = 0;  // from the draws
  bool operator==(const LatencyDistribution&) const = default;
};

struct LookupLatencyOptions {
  double block_bytes = 4096;
  double other_us = 0;           // of every lookup beside its I/Os: filters, fences, memory
  std::uint64_t draws = 131072;  // 1..2^26; a quantile q errs by sqrt(q (1 - q)/draws) in rank: 9 %
                                 // of the tail beyond p99.9
};

// `ios_pmf` holds P(0 I/Os), P(1), ... of a lookup and sums to 1 within 1e-6; its I/Os are one
// after the other and independent. An empty or improper distribution is an error.
Result<LatencyDistribution> LookupLatency(const DeviceModel& device,
                                          std::span<const double> ios_pmf,
                                          const LookupLatencyOptions& options, RandomStream random);

}  // namespace bitladder::sim
