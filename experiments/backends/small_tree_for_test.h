// Points on trees small enough for memory.
#pragma once

#include <string>

#include "experiments/config/identity.h"
#include "experiments/run/point.h"

namespace bitladder::experiments {

// 31 buffers of 64 entries at T = 2: five levels of one run each, 1984 entries.
inline ExperimentConfig SmallTree() {
  ExperimentConfig config;
  config.name = "small";
  config.tree.entries = 31 * 64;
  config.tree.key_bytes = 16;
  config.tree.value_bytes = 8;
  config.tree.buffer_bytes = 64 * 40;
  config.tree.size_ratio = 2;
  config.filters.allocation = "monkey";
  config.filters.bits_per_key = 5;
  config.workload.lookups = 2000;
  config.workload.timing = "none";
  return config;
}

inline Point PointOf(const ExperimentConfig& config, int repetition = 0) {
  return {.config = config,
          .repetition = repetition,
          .params = {},
          .id = PointId(config),
          .dataset_id = DatasetId(config)};
}

}  // namespace bitladder::experiments
