// A file system for tests that passes every call on until the planned one, and fails that. Over a
// MemoryFileSystem, whose crashes lose unsynced data and tear writes, it makes every moment of a
// workload one at which the machine may die or the disk may fill.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>

#include "engine/io/file_system.h"

namespace bitladder::engine {

enum class FaultTarget {
  kAny,    // every call, those of its files included
  kWrite,  // calls that need disk space: CreateWritable, Append, Flush, Sync, Close, Rename,
           // CreateDirectories
  kRead,   // calls that look at the disk: Read, OpenRandomAccess, ReadFile, ListDirectory, Exists,
           // FileSize
};

struct FaultPlan {
  std::uint64_t at = 0;  // the call of the target that fails, from 1; 0: none
  FaultTarget target = FaultTarget::kAny;
  ErrorCode code = ErrorCode::kIo;  // kNoSpace for a full disk
  bool lasting = true;              // later calls of the target fail too, until Heal
  bool tear = false;                // the failing Append still hands on the first half of its bytes
};

// Thread-safe where `below` is. `below` outlives it, it outlives its files. A writable file that
// failed once stays failed, as on the real disk.
class FaultyFileSystem final : public FileSystem {
 public:
  explicit FaultyFileSystem(FileSystem& below);
  ~FaultyFileSystem() override;

  void Arm(const FaultPlan& plan);  // counting starts anew
  void Heal();                      // no more faults; counting goes on
  // `observer` is called before every call is counted, and once more in the middle of every Append
  // (half of the bytes are handed on): each is a moment at which a crash may come. It must not use
  // this file system. An empty function ends it. Not thread-safe.
  void Observe(std::function<void()> observer);
  std::uint64_t Calls(FaultTarget target) const;  // since Arm, those that failed included
  bool fired() const;

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

 private:
  class Faults;
  class ReadableFile;
  class AppendedFile;

  FileSystem& below_;
  std::unique_ptr<Faults> faults_;
};

}  // namespace bitladder::engine
