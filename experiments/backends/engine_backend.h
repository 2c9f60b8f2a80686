// Backend "engine": our table store, on a real disk or (for tests) in memory.
#pragma once

#include <memory>
#include <string>

#include "engine/io/file_system.h"
#include "experiments/backends/backend.h"

namespace bitladder::experiments {

class EngineBackend final : public Backend {
 public:
  // On the real disk, its reads counted.
  EngineBackend();
  // `file_system` must outlive the backend and its datasets; its system calls are not counted.
  explicit EngineBackend(engine::FileSystem& file_system);
  ~EngineBackend() override;

  // The backend must outlive its datasets.
  Result<std::unique_ptr<Dataset>> Load(const Point& point, const std::string& directory) override;

 private:
  std::unique_ptr<engine::ReadCounters> counters_;  // null: not counted
  std::unique_ptr<engine::FileSystem> owned_;
  engine::FileSystem& file_system_;
};

}  // namespace bitladder::experiments
