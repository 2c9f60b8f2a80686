// Checks everything that a store on disk promises.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/io/file_system.h"
#include "engine/result.h"
#include "engine/tree/version.h"

namespace bitladder::engine {

// What a sound store was found to hold.
struct StoreReport {
  std::vector<RunMeta> runs;  // newest first
  std::uint64_t log_records = 0;
  std::uint64_t log_writes = 0;      // entries that only the log holds
  std::uint64_t last_sequence = 0;   // of the last write
  bool closed_in_order = false;      // false: a crash, or a process that still writes
  std::vector<std::string> orphans;  // the store's own files that nothing refers to, by name
};

// Reads every byte of every file that counts and writes nothing. CURRENT, manifest and log as an
// open does; each table and its hashes (VerifyTable), its counts and end keys against the manifest;
// that of two versions of a key the later one lies in the newer run, and none is later than the
// last write. No process may write to the store meanwhile.
//
// Errors: kNotFound where there is no store, else the first thing wrong, naming file and offset or
// record.
Result<StoreReport> VerifyStore(FileSystem& file_system, const std::string& path);

}  // namespace bitladder::engine
