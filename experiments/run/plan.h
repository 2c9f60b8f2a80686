// A parsed and expanded config: every point that will run, before anything touches the disk.
#pragma once

#include <string>
#include <vector>

#include "experiments/config/experiment_config.h"
#include "experiments/result_type.h"
#include "experiments/run/point.h"

namespace bitladder::experiments {

struct Plan {
  ExperimentConfig base;          // the config without its sweep
  std::vector<std::string> axes;  // swept dotted paths, in the config's order
  std::vector<Point> points;      // sweep order; repetitions of a point follow one another
  std::string config_json;        // the config with its sweep, after overrides; for results.json
};

}  // namespace bitladder::experiments
