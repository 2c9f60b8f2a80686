// Backend "model": closed forms and sums alone. Touches no file, measures nothing.
#pragma once

#include <memory>
#include <string>

#include "experiments/backends/backend.h"

namespace bitladder::experiments {

class ModelBackend final : public Backend {
 public:
  Result<std::unique_ptr<Dataset>> Load(const Point& point, const std::string& directory) override;
};

}  // namespace bitladder::experiments
