#include "experiments/backends/engine_backend.h"

#include "engine/io/read_counters.h"
#include "engine/store/store.h"
#include "experiments/backends/engine_dataset.h"
#include "experiments/backends/engine_loader.h"
#include "experiments/backends/engine_options.h"

namespace bitladder::experiments {

EngineBackend::EngineBackend()
    : counters_(std::make_unique<engine::ReadCounters>()),
      owned_(engine::NewCountingPosixFileSystem(counters_.get())),
      file_system_(*owned_) {}

EngineBackend::EngineBackend(engine::FileSystem& file_system) : file_system_(file_system) {}

EngineBackend::~EngineBackend() = default;

Result<std::unique_ptr<Dataset>> EngineBackend::Load(const Point& point,
                                                     const std::string& directory) {
  {
    auto store = engine::Store::Open(OptionsForLoading(point.config, file_system_), directory);
    if (!store) return FailedInStore(store.error());
    if (Status loaded = LoadStore(point.config, **store); !loaded) {
      return tl::unexpected(loaded.error());
    }
  }
  return EngineDataset::Open(point.config, file_system_, counters_.get(), directory);
}

}  // namespace bitladder::experiments
