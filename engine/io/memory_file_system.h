// A file system in memory for tests. It knows what a crash would leave: bytes wait in the handle
// until Flush, in the "page cache" until Sync, and names change for good only at SyncDirectory.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>

#include "engine/io/file_system.h"

namespace bitladder::engine {

// What the machine's crash leaves of each file beyond what was synced.
struct CrashOptions {
  // Of the bytes that were flushed and not synced, this share survives, rounded down: 0 loses them
  // all, 1000 keeps them all, anything between tears the last write. Per mille.
  std::uint32_t unsynced_bytes_kept_per_mille = 0;
  // Whether creations, renames and removals that no SyncDirectory followed survive.
  bool unsynced_names_kept = false;
};

// Thread-safe. "/" exists; every other directory must be created. Every ReadMode reads alike.
class MemoryFileSystem final : public FileSystem {
 public:
  MemoryFileSystem();
  ~MemoryFileSystem() override;

  Result<std::unique_ptr<RandomAccessFile>> OpenRandomAccess(const std::string& path,
                                                             ReadMode mode) override;
  Result<std::unique_ptr<WritableFile>> CreateWritable(const std::string& path) override;
  Result<std::string> ReadFile(const std::string& path) override;
  Result<std::vector<std::string>> ListDirectory(const std::string& path) override;
  Result<bool> Exists(const std::string& path) override;
  Result<std::uint64_t> FileSize(const std::string& path) override;
  Status CreateDirectories(const std::string& path) override;
  Status Remove(const std::string& path) override;
  Status Rename(const std::string& from, const std::string& to) override;
  Status SyncDirectory(const std::string& path) override;
  Result<std::unique_ptr<FileLock>> Lock(const std::string& path) override;

  // The process dies: what handles had not flushed is gone, locks are released. Handles from before
  // the crash fail from now on.
  void CrashProcess();
  // The machine dies: also what was not synced is lost, as `options` say.
  void CrashMachine(const CrashOptions& options);

  // The same files, what is durable of them included, without handles and locks: to see what a
  // crash at this moment would leave, while the original goes on.
  std::unique_ptr<MemoryFileSystem> Clone() const;

  // Replaces a file's bytes, durable at once: for tests that damage files. Creates it where
  // missing.
  void SetContents(const std::string& path, std::string contents);

  struct Inode;
  struct State;  // shared with handles, so that they may outlive a crash and the file system

 private:
  std::shared_ptr<State> state_;
};

}  // namespace bitladder::engine
