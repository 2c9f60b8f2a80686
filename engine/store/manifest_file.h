// The manifest on disk: records in the log format, the file that counts named by CURRENT.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <unordered_set>

#include "engine/io/file_system.h"
#include "engine/log/log_writer.h"
#include "engine/result.h"
#include "engine/store/manifest.h"

namespace bitladder::engine {

struct ManifestContents {
  StoreState state;
  std::uint64_t number = 0;  // of the manifest file
};

// What CURRENT leads to; nothing when the directory has no CURRENT. A record that a crash tore at
// the end is left out: it was never acknowledged. kCorruption names file and offset or record.
Result<std::optional<ManifestContents>> ReadManifest(FileSystem& file_system,
                                                     const std::string& directory);

// The error of opening a table or hashes file that the manifest names: one that is not there is
// damage (kCorruption), while kNotFound is kept for where there is no store at all.
Error InManifest(Error error);

// The names of all files that a store in this state consists of, CURRENT and LOCK included. Every
// other file with a store's name is an orphan.
std::unordered_set<std::string> ReferencedNames(const StoreState& state,
                                                std::uint64_t manifest_number);

// Not thread-safe.
class ManifestWriter {
 public:
  // Starts MANIFEST-`number` with `state` and points CURRENT to it; with `sync` all of it is
  // durable on return, file names in the directory included. On an error it is unknown which
  // manifest counts.
  static Result<std::unique_ptr<ManifestWriter>> Create(FileSystem& file_system,
                                                        const std::string& directory,
                                                        std::uint64_t number,
                                                        const StoreState& state, bool sync);

  // Durable on return with `sync`, handed to the operating system without. After an error it is
  // unknown whether the edit counts, and no further one may follow.
  Status Append(const ManifestEdit& edit, bool sync);

  std::uint64_t number() const { return number_; }
  std::uint64_t payload_bytes() const { return payload_bytes_; }

 private:
  ManifestWriter(std::uint64_t number, std::unique_ptr<WritableFile> file)
      : number_(number), log_(std::move(file)) {}
  Status AppendRecord(const std::string& record, bool sync);

  std::uint64_t number_;
  LogWriter log_;
  std::uint64_t payload_bytes_ = 0;
};

}  // namespace bitladder::engine
