// The engine's only way to the disk. Implementations: posix, memory (tests), faulty (a decorator
// for tests that loses unsynced data, tears writes and fails calls). Every error names the path.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/result.h"

namespace bitladder::engine {

// How table files are read. kBuffered: pread with POSIX_FADV_RANDOM. kMmap: the file is mapped; its
// size is checked at open, and truncating it while it is mapped is out of scope (the kernel raises
// SIGBUS). kDirect: O_DIRECT with aligned buffers; OpenRandomAccess fails where the file system
// refuses it.
enum class ReadMode { kBuffered, kMmap, kDirect };

// Immutable file, safe for concurrent readers.
class RandomAccessFile {
 public:
  virtual ~RandomAccessFile() = default;
  // Reads exactly `size` bytes at `offset` into `scratch` (>= size bytes), or points into the
  // mapping. The view is valid while both the file and `scratch` live. A short read is kCorruption
  // naming path and offset.
  virtual Result<std::string_view> Read(std::uint64_t offset, std::size_t size,
                                        char* scratch) const = 0;
  virtual std::uint64_t size() const = 0;
  virtual const std::string& path() const = 0;
};

// Append-only file. Nothing is durable before Sync. Not thread-safe. The destructor closes.
class WritableFile {
 public:
  virtual ~WritableFile() = default;
  virtual Status Append(std::string_view data) = 0;
  // Hands user-space buffers to the operating system: survives the process.
  virtual Status Flush() = 0;
  // Flush, then fdatasync: survives the machine.
  virtual Status Sync() = 0;
  virtual Status Close() = 0;
  virtual const std::string& path() const = 0;
};

// Held as long as the object lives.
class FileLock {
 public:
  virtual ~FileLock() = default;
};

class FileSystem {
 public:
  virtual ~FileSystem() = default;
  virtual Result<std::unique_ptr<RandomAccessFile>> OpenRandomAccess(const std::string& path,
                                                                     ReadMode mode) = 0;
  // Truncates an existing file.
  virtual Result<std::unique_ptr<WritableFile>> CreateWritable(const std::string& path) = 0;
  // A whole small file.
  virtual Result<std::string> ReadFile(const std::string& path) = 0;
  // Names, sorted.
  virtual Result<std::vector<std::string>> ListDirectory(const std::string& path) = 0;
  virtual Result<bool> Exists(const std::string& path) = 0;
  virtual Result<std::uint64_t> FileSize(const std::string& path) = 0;
  // No error where it exists.
  virtual Status CreateDirectories(const std::string& path) = 0;
  virtual Status Remove(const std::string& path) = 0;
  virtual Status Rename(const std::string& from, const std::string& to) = 0;  // atomic, replaces
  virtual Status SyncDirectory(const std::string& path) = 0;
  // kBusy when held elsewhere.
  virtual Result<std::unique_ptr<FileLock>> Lock(const std::string& path) = 0;
};

// The real disk; lives for the whole program and has no state.
FileSystem& PosixFileSystem();

// The real disk, with the reads of random-access files counted in `counters`, which outlives it and
// its files.
class ReadCounters;  // engine/io/read_counters.h
std::unique_ptr<FileSystem> NewCountingPosixFileSystem(ReadCounters* counters);

}  // namespace bitladder::engine
