// Backend "simulation": lookups drawn against the runs that the theory grows, without data: no file
// is read and nothing takes time, so trees may be of any size.
#pragma once

#include <memory>
#include <string>

#include "experiments/backends/backend.h"

namespace bitladder::experiments {

// Every lookup is for another key. An observation of it holds what a store would count; it has no
// bytes, system calls or latencies. seed_data fixes the drawn filters: points with the same filters
// on the same dataset share them. seed_lookups, salted by the point's id and repetition, fixes the
// lookups.
class SimulationBackend final : public Backend {
 public:
  Result<std::unique_ptr<Dataset>> Load(const Point& point, const std::string& directory) override;
};

}  // namespace bitladder::experiments
