#include "engine/io/posix_random_access.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <linux/magic.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <utility>

#include "engine/io/posix_error.h"
#include "engine/io/unique_fd.h"

namespace bitladder::engine {

namespace {

// What O_DIRECT needs of offset, length and address: 4096 satisfies every disk in use.
constexpr std::uint64_t kDirectAlignment = 4096;

// Both sizes come from the file system or from a caller who checked nothing, so no sum is formed.
bool InsideFile(std::uint64_t offset, std::size_t size, std::uint64_t file_bytes) {
  return offset <= file_bytes && size <= file_bytes - offset;
}

tl::unexpected<Error> ShortRead(const std::string& path, std::uint64_t offset, std::size_t size,
                                std::uint64_t file_bytes) {
  return Fail(ErrorCode::kCorruption,
              fmt::format("{}: {} bytes wanted at offset {}, but the file ends at {}", path, size,
                          offset, file_bytes));
}

// A file that is open for pread, and what its three readers share.
class PosixReader : public RandomAccessFile {
 public:
  PosixReader(std::string path, std::uint64_t size, ReadCounters* counters)
      : path_(std::move(path)), size_(size), counters_(counters) {}

  Result<std::string_view> Read(std::uint64_t offset, std::size_t size, char* scratch) const final {
    if (!InsideFile(offset, size, size_)) return ShortRead(path_, offset, size, size_);
    if (counters_ != nullptr) counters_->CountRead(size);
    if (size == 0) return std::string_view();
    return ReadInside(offset, size, scratch);
  }
  std::uint64_t size() const final { return size_; }
  const std::string& path() const final { return path_; }

 protected:
  // The range lies inside the size that the file had when it was opened.
  virtual Result<std::string_view> ReadInside(std::uint64_t offset, std::size_t size,
                                              char* scratch) const = 0;

  // One pread; 0 at the end of the file.
  Result<std::size_t> ReadSome(const UniqueFd& fd, std::uint64_t offset, char* out,
                               std::size_t size) const {
    const ssize_t got =
        RetryInterrupted([&] { return ::pread(fd.get(), out, size, static_cast<off_t>(offset)); });
    if (got < 0) {
      return tl::unexpected(PosixError(fmt::format("read at offset {}", offset), path_, errno));
    }
    if (counters_ != nullptr) counters_->CountPread(static_cast<std::uint64_t>(got));
    return static_cast<std::size_t>(got);
  }

 private:
  std::string path_;
  std::uint64_t size_;
  ReadCounters* counters_;
};

class BufferedFile final : public PosixReader {
 public:
  BufferedFile(UniqueFd fd, std::string path, std::uint64_t size, ReadCounters* counters)
      : PosixReader(std::move(path), size, counters), fd_(std::move(fd)) {}

 private:
  Result<std::string_view> ReadInside(std::uint64_t offset, std::size_t size,
                                      char* scratch) const override {
    std::size_t done = 0;
    while (done < size) {
      const auto got = ReadSome(fd_, offset + done, scratch + done, size - done);
      if (!got) return tl::unexpected(got.error());
      if (*got == 0) return ShortRead(path(), offset, size, offset + done);
      done += *got;
    }
    return std::string_view(scratch, size);
  }

  UniqueFd fd_;
};

class MappedFile final : public PosixReader {
 public:
  MappedFile(const char* base, std::string path, std::uint64_t size, ReadCounters* counters)
      : PosixReader(std::move(path), size, counters), base_(base) {}
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;
  ~MappedFile() override {
    if (base_ != nullptr) ::munmap(const_cast<char*>(base_), size());
  }

 private:
  Result<std::string_view> ReadInside(std::uint64_t offset, std::size_t size,
                                      char* /*scratch*/) const override {
    return std::string_view(base_ + offset, size);
  }

  const char* base_;  // null for an empty file, which cannot be mapped
};

struct FreeDeleter {
  void operator()(char* p) const { std::free(p); }
};

class DirectFile final : public PosixReader {
 public:
  DirectFile(UniqueFd fd, std::string path, std::uint64_t size, ReadCounters* counters)
      : PosixReader(std::move(path), size, counters), fd_(std::move(fd)) {}

 private:
  // Reads the aligned pages around the range into a buffer of its own and copies the range out.
  Result<std::string_view> ReadInside(std::uint64_t offset, std::size_t size,
                                      char* scratch) const override {
    const std::uint64_t first = offset / kDirectAlignment * kDirectAlignment;
    const std::size_t wanted = static_cast<std::size_t>(offset - first) + size;
    const std::size_t span = (wanted + kDirectAlignment - 1) / kDirectAlignment * kDirectAlignment;
    const std::unique_ptr<char, FreeDeleter> pages(
        static_cast<char*>(std::aligned_alloc(kDirectAlignment, span)));
    if (pages == nullptr) return tl::unexpected(PosixError("allocate a buffer", path(), ENOMEM));
    std::size_t done = 0;
    while (done < wanted) {
      const auto got = ReadSome(fd_, first + done, pages.get() + done, span - done);
      if (!got) return tl::unexpected(got.error());
      if (*got == 0) break;  // the file shrank; this size held when it was opened
      done += *got;
    }
    if (done < wanted) return ShortRead(path(), offset, size, first + done);
    std::memcpy(scratch, pages.get() + (wanted - size), size);
    return std::string_view(scratch, size);
  }

  UniqueFd fd_;
};

// Some file systems take O_DIRECT and serve every read from memory all the same: numbers measured
// there would not be reads of a disk.
Status RefuseMemoryFileSystem(int fd, const std::string& path) {
  struct statfs info {};
  if (RetryInterrupted([&] { return ::fstatfs(fd, &info); }) != 0) {
    return tl::unexpected(PosixError("find the file system type", path, errno));
  }
  const auto type = static_cast<unsigned long>(info.f_type);
  if (type != TMPFS_MAGIC && type != RAMFS_MAGIC) return {};
  return Fail(
      ErrorCode::kInvalidArgument,
      fmt::format("{}: direct reads mean nothing here: the file system ({}) keeps its files "
                  "in memory; use a directory on a disk, or buffered reads",
                  path, type == TMPFS_MAGIC ? "tmpfs" : "ramfs"));
}

tl::unexpected<Error> DirectRefused(const std::string& path, int error_number) {
  return Fail(ErrorCode::kInvalidArgument,
              PosixError("read with O_DIRECT (the file system may not support it; use buffered "
                         "reads)",
                         path, error_number)
                  .message);
}

Result<std::unique_ptr<RandomAccessFile>> FinishDirect(UniqueFd fd, const std::string& path,
                                                       std::uint64_t size, ReadCounters* counters) {
  ENGINE_TRY(RefuseMemoryFileSystem(fd.get(), path));
  const std::unique_ptr<char, FreeDeleter> page(
      static_cast<char*>(std::aligned_alloc(kDirectAlignment, kDirectAlignment)));
  if (page == nullptr) return tl::unexpected(PosixError("allocate a buffer", path, ENOMEM));
  // Open can succeed where the first read fails; better here than deep in a run.
  if (RetryInterrupted([&] { return ::pread(fd.get(), page.get(), kDirectAlignment, 0); }) < 0) {
    return DirectRefused(path, errno);
  }
  return std::make_unique<DirectFile>(std::move(fd), path, size, counters);
}

Result<std::unique_ptr<RandomAccessFile>> FinishMapped(const UniqueFd& fd, const std::string& path,
                                                       std::uint64_t size, ReadCounters* counters) {
  void* base = nullptr;
  if (size > 0) {
    base = ::mmap(nullptr, size, PROT_READ, MAP_SHARED, fd.get(), 0);
    if (base == MAP_FAILED) return tl::unexpected(PosixError("map", path, errno));
    // Advice only: a kernel that refuses it still serves right bytes.
    static_cast<void>(::madvise(base, size, MADV_RANDOM));
  }
  return std::make_unique<MappedFile>(static_cast<const char*>(base), path, size, counters);
}

}  // namespace

Result<std::unique_ptr<RandomAccessFile>> OpenPosixRandomAccess(const std::string& path,
                                                                ReadMode mode,
                                                                ReadCounters* counters) {
  const int direct_flag = mode == ReadMode::kDirect ? O_DIRECT : 0;
  UniqueFd fd(
      RetryInterrupted([&] { return ::open(path.c_str(), O_RDONLY | O_CLOEXEC | direct_flag); }));
  if (fd.get() < 0) {
    if (mode == ReadMode::kDirect && errno == EINVAL) return DirectRefused(path, errno);
    return tl::unexpected(PosixError("open for reading", path, errno));
  }
  struct stat info {};
  if (::fstat(fd.get(), &info) != 0) return tl::unexpected(PosixError("find size", path, errno));
  if (!S_ISREG(info.st_mode)) {
    return Fail(ErrorCode::kIo, fmt::format("{}: not a regular file", path));
  }
  const auto size = static_cast<std::uint64_t>(info.st_size);
  switch (mode) {
    case ReadMode::kMmap:
      return FinishMapped(fd, path, size, counters);
    case ReadMode::kDirect:
      return FinishDirect(std::move(fd), path, size, counters);
    case ReadMode::kBuffered:
      break;
  }
  static_cast<void>(::posix_fadvise(fd.get(), 0, 0, POSIX_FADV_RANDOM));  // advice only
  return std::make_unique<BufferedFile>(std::move(fd), path, size, counters);
}

}  // namespace bitladder::engine
