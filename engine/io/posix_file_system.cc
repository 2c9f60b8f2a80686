#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <utility>

#include "engine/io/file_system.h"
#include "engine/io/posix_error.h"
#include "engine/io/posix_random_access.h"
#include "engine/io/posix_writable.h"
#include "engine/io/unique_fd.h"

namespace bitladder::engine {

namespace {

class PosixLock final : public FileLock {
 public:
  explicit PosixLock(UniqueFd fd) : fd_(std::move(fd)) {}

 private:
  UniqueFd fd_;  // closing it releases the lock
};

struct DirectoryCloser {
  void operator()(DIR* directory) const { ::closedir(directory); }
};

Status MakeDirectory(const std::string& path) {
  if (::mkdir(path.c_str(), 0755) == 0) return {};
  const int error_number = errno;
  struct stat info {};
  if (error_number == EEXIST && ::stat(path.c_str(), &info) == 0 && S_ISDIR(info.st_mode)) {
    return {};
  }
  return tl::unexpected(PosixError("create directory", path, error_number));
}

class PosixFileSystemImpl final : public FileSystem {
 public:
  explicit PosixFileSystemImpl(ReadCounters* counters) : counters_(counters) {}

  Result<std::unique_ptr<RandomAccessFile>> OpenRandomAccess(const std::string& path,
                                                             ReadMode mode) override {
    return OpenPosixRandomAccess(path, mode, counters_);
  }

  Result<std::unique_ptr<WritableFile>> CreateWritable(const std::string& path) override {
    return CreatePosixWritable(path);
  }

  Result<std::string> ReadFile(const std::string& path) override {
    const UniqueFd fd(RetryInterrupted([&] { return ::open(path.c_str(), O_RDONLY | O_CLOEXEC); }));
    if (fd.get() < 0) return tl::unexpected(PosixError("open for reading", path, errno));
    struct stat info {};
    if (::fstat(fd.get(), &info) != 0) return tl::unexpected(PosixError("find size", path, errno));
    // One byte more than the size, so that a file of that size needs one read and one that says so.
    std::string contents(static_cast<std::size_t>(info.st_size) + 1, '\0');
    std::size_t done = 0;
    while (true) {
      if (done == contents.size()) contents.resize(2 * contents.size());
      const ssize_t got = RetryInterrupted(
          [&] { return ::read(fd.get(), contents.data() + done, contents.size() - done); });
      if (got < 0) return tl::unexpected(PosixError("read", path, errno));
      if (got == 0) break;
      done += static_cast<std::size_t>(got);
    }
    contents.resize(done);
    return contents;
  }

  Result<std::vector<std::string>> ListDirectory(const std::string& path) override {
    const std::unique_ptr<DIR, DirectoryCloser> directory(::opendir(path.c_str()));
    if (directory == nullptr) return tl::unexpected(PosixError("list", path, errno));
    std::vector<std::string> names;
    while (true) {
      errno = 0;  // readdir tells its end from an error by errno alone
      const struct dirent* entry = ::readdir(directory.get());
      if (entry == nullptr) break;
      const std::string_view name = entry->d_name;
      if (name != "." && name != "..") names.emplace_back(name);
    }
    if (errno != 0) return tl::unexpected(PosixError("list", path, errno));
    std::sort(names.begin(), names.end());
    return names;
  }

  Result<bool> Exists(const std::string& path) override {
    struct stat info {};
    if (::stat(path.c_str(), &info) == 0) return true;
    if (errno == ENOENT || errno == ENOTDIR) return false;
    return tl::unexpected(PosixError("look up", path, errno));
  }

  Result<std::uint64_t> FileSize(const std::string& path) override {
    struct stat info {};
    if (::stat(path.c_str(), &info) != 0) {
      return tl::unexpected(PosixError("find size", path, errno));
    }
    return static_cast<std::uint64_t>(info.st_size);
  }

  Status CreateDirectories(const std::string& path) override {
    for (std::size_t end = path.find('/', 1); end != std::string::npos;
         end = path.find('/', end + 1)) {
      ENGINE_TRY(MakeDirectory(path.substr(0, end)));
    }
    return MakeDirectory(path);
  }

  Status Remove(const std::string& path) override {
    if (::unlink(path.c_str()) != 0) return tl::unexpected(PosixError("remove", path, errno));
    return {};
  }

  Status Rename(const std::string& from, const std::string& to) override {
    if (std::rename(from.c_str(), to.c_str()) != 0) {
      return tl::unexpected(PosixError(fmt::format("rename to {}", to), from, errno));
    }
    return {};
  }

  Status SyncDirectory(const std::string& path) override {
    const UniqueFd fd(
        RetryInterrupted([&] { return ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC); }));
    if (fd.get() < 0) return tl::unexpected(PosixError("open directory", path, errno));
    if (RetryInterrupted([&] { return ::fsync(fd.get()); }) != 0) {
      return tl::unexpected(PosixError("sync directory", path, errno));
    }
    return {};
  }

  // flock belongs to the open file, not to the process as fcntl's locks do, so that two stores of
  // one process keep each other out as well.
  Result<std::unique_ptr<FileLock>> Lock(const std::string& path) override {
    UniqueFd fd(
        RetryInterrupted([&] { return ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644); }));
    if (fd.get() < 0) return tl::unexpected(PosixError("open lock file", path, errno));
    if (RetryInterrupted([&] { return ::flock(fd.get(), LOCK_EX | LOCK_NB); }) != 0) {
      if (errno == EWOULDBLOCK) {
        return Fail(ErrorCode::kBusy,
                    fmt::format("{}: held by another store that is open; close it first", path));
      }
      return tl::unexpected(PosixError("lock", path, errno));
    }
    return std::make_unique<PosixLock>(std::move(fd));
  }

 private:
  ReadCounters* counters_;  // null: reads are not counted
};

}  // namespace

FileSystem& PosixFileSystem() {
  static PosixFileSystemImpl file_system(nullptr);  // without state
  return file_system;
}

std::unique_ptr<FileSystem> NewCountingPosixFileSystem(ReadCounters* counters) {
  return std::make_unique<PosixFileSystemImpl>(counters);
}

}  // namespace bitladder::engine
