#include <fmt/core.h>

#include "experiments/backends/backend.h"
#include "experiments/backends/engine_backend.h"
#include "experiments/backends/model_backend.h"
#include "experiments/backends/simulation_backend.h"

namespace bitladder::experiments {

Result<std::unique_ptr<Backend>> MakeBackend(const std::string& name) {
  if (name == "model") return std::make_unique<ModelBackend>();
  if (name == "simulation") return std::make_unique<SimulationBackend>();
  if (name == "engine") return std::make_unique<EngineBackend>();
  return Fail(
      ErrorKind::kConfig,
      fmt::format("/backend: \"{}\" is unknown; known: \"model\", \"simulation\", \"engine\"",
                  name));
}

}  // namespace bitladder::experiments
