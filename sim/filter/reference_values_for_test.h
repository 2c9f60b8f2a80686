// Test expectations that an independent program computed (sim/reference_values.json).
#pragma once

#include <fstream>
#include <nlohmann/json.hpp>

namespace bitladder::sim {

inline const nlohmann::json& ReferenceValues() {
  static const nlohmann::json values = [] {
    std::ifstream file(BITLADDER_SOURCE_DIR "/sim/reference_values.json");
    return nlohmann::json::parse(file);
  }();
  return values;
}

}  // namespace bitladder::sim
