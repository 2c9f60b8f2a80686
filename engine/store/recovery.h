// Reads back what a store left on disk: manifest, then log. Writes nothing.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/io/file_system.h"
#include "engine/result.h"
#include "engine/store/manifest.h"
#include "engine/tree/memtable.h"

namespace bitladder::engine {

struct Recovered {
  StoreState state;                      // last_sequence counts the log too
  std::shared_ptr<Memtable> memtable;    // what the log held
  std::vector<std::string> log_records;  // the same, batch by batch
};

// Nothing when the directory holds no store. A log that a crash tore is read up to the tear; in a
// store that was closed in order a tear is kCorruption, as is everything that a crash cannot have
// done.
Result<std::optional<Recovered>> Recover(FileSystem& file_system, const std::string& directory);

}  // namespace bitladder::engine
