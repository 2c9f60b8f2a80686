// One point of a plan: a fully resolved config, its place in the sweep and its content-addressed
// id.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "experiments/config/experiment_config.h"

namespace bitladder::experiments {

struct Point {
  ExperimentConfig config;
  int repetition = 0;
  // Swept fields only, in the sweep's order: dotted path -> JSON text of the value.
  std::vector<std::pair<std::string, std::string>> params;
  std::string id;  // hash of the canonical JSON of config without name, question, repetitions
  std::string
      dataset_id;  // hash of what the loaded tree depends on: tree, storage, seed_data, backend
};

}  // namespace bitladder::experiments
