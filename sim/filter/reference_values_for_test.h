// Test expectations that an independent program computed (sim/reference_values.json).
#pragma once

#include <fstream>
#include <nlohmann/json.hpp>

namespace bitladder::sim {

inline nlohmann::json ReferenceValues() {
  std::ifstream file(BITLADDER_SOURCE_DIR "/sim/reference_values.json");
  return nlohmann::json::parse(file);
}

}  // namespace bitladder::sim
