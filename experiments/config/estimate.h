// What a point will need of disk and memory, before it runs.
#pragma once

#include <cstdint>

#include "experiments/config/experiment_config.h"

namespace bitladder::experiments {

struct ResourceEstimate {
  std::uint64_t disk_bytes =
      0;  // the loaded dataset: tables with the filters written in them, key hashes
  std::uint64_t peak_disk_bytes = 0;  // while the last merge holds its input and its output
  std::uint64_t memory_bytes =
      0;  // buffer, filters, fences, block cache, hashes while filters are built
  bool operator==(const ResourceEstimate&) const = default;
};

// Without compression, from sizes alone; all 0 for backends that touch no disk. An estimate: blocks
// are taken as full as entries of this size allow, shortened index keys as long as whole ones.
ResourceEstimate EstimateResources(const ExperimentConfig& config);

}  // namespace bitladder::experiments
