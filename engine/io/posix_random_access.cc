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

// pread until `size` bytes are there or the file ends; returns the bytes read.
Result<std::size_t> ReadFully(int fd, const std::string& path, std::uint64_t offset, char* out,
                              std::size_t size) {
  std::size_t done = 0;
  while (done < size) {
    const ssize_t got = RetryInterrupted(
        [&] { return ::pread(fd, out + done, size - done, static_cast<off_t>(offset + done)); });
    if (got < 0) {
      return tl::unexpected(
          PosixError(fmt::format("read at offset {}", offset + done), path, errno));
    }
    if (got == 0) break;
    done += static_cast<std::size_t>(got);
  }
  return done;
}

class BufferedFile final : public RandomAccessFile {
 public:
  BufferedFile(UniqueFd fd, std::string path, std::uint64_t size)
      : fd_(std::move(fd)), path_(std::move(path)), size_(size) {}

  Result<std::string_view> Read(std::uint64_t offset, std::size_t size,
                                char* scratch) const override {
    if (!InsideFile(offset, size, size_)) return ShortRead(path_, offset, size, size_);
    const auto done = ReadFully(fd_.get(), path_, offset, scratch, size);
    if (!done) return tl::unexpected(done.error());
    if (*done < size) return ShortRead(path_, offset, size, offset + *done);
    return std::string_view(scratch, size);
  }
  std::uint64_t size() const override { return size_; }
  const std::string& path() const override { return path_; }

 private:
  UniqueFd fd_;
  std::string path_;
  std::uint64_t size_;
};

class MappedFile final : public RandomAccessFile {
 public:
  MappedFile(const char* base, std::string path, std::uint64_t size)
      : base_(base), path_(std::move(path)), size_(size) {}
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;
  ~MappedFile() override {
    if (base_ != nullptr) ::munmap(const_cast<char*>(base_), size_);
  }

  Result<std::string_view> Read(std::uint64_t offset, std::size_t size,
                                char* /*scratch*/) const override {
    if (!InsideFile(offset, size, size_)) return ShortRead(path_, offset, size, size_);
    return std::string_view(base_ + offset, size);
  }
  std::uint64_t size() const override { return size_; }
  const std::string& path() const override { return path_; }

 private:
  const char* base_;  // null for an empty file, which cannot be mapped
  std::string path_;
  std::uint64_t size_;
};

struct FreeDeleter {
  void operator()(char* p) const { std::free(p); }
};

class DirectFile final : public RandomAccessFile {
 public:
  DirectFile(UniqueFd fd, std::string path, std::uint64_t size)
      : fd_(std::move(fd)), path_(std::move(path)), size_(size) {}

  // Reads the aligned pages around the range into a buffer of its own and copies the range out.
  Result<std::string_view> Read(std::uint64_t offset, std::size_t size,
                                char* scratch) const override {
    if (!InsideFile(offset, size, size_)) return ShortRead(path_, offset, size, size_);
    const std::uint64_t first = offset / kDirectAlignment * kDirectAlignment;
    const std::size_t lead = static_cast<std::size_t>(offset - first);
    const std::size_t span =
        (lead + size + kDirectAlignment - 1) / kDirectAlignment * kDirectAlignment;
    const std::unique_ptr<char, FreeDeleter> pages(
        static_cast<char*>(std::aligned_alloc(kDirectAlignment, span)));
    if (pages == nullptr) return tl::unexpected(PosixError("allocate a buffer", path_, ENOMEM));
    const auto done = ReadFully(fd_.get(), path_, first, pages.get(), span);
    if (!done) return tl::unexpected(done.error());
    if (*done < lead + size) return ShortRead(path_, offset, size, first + *done);
    std::memcpy(scratch, pages.get() + lead, size);
    return std::string_view(scratch, size);
  }
  std::uint64_t size() const override { return size_; }
  const std::string& path() const override { return path_; }

 private:
  UniqueFd fd_;
  std::string path_;
  std::uint64_t size_;
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
                                                       std::uint64_t size) {
  ENGINE_TRY(RefuseMemoryFileSystem(fd.get(), path));
  const std::unique_ptr<char, FreeDeleter> page(
      static_cast<char*>(std::aligned_alloc(kDirectAlignment, kDirectAlignment)));
  if (page == nullptr) return tl::unexpected(PosixError("allocate a buffer", path, ENOMEM));
  // Open can succeed where the first read fails; better here than deep in a run.
  if (RetryInterrupted([&] { return ::pread(fd.get(), page.get(), kDirectAlignment, 0); }) < 0) {
    return DirectRefused(path, errno);
  }
  return std::make_unique<DirectFile>(std::move(fd), path, size);
}

Result<std::unique_ptr<RandomAccessFile>> FinishMapped(const UniqueFd& fd, const std::string& path,
                                                       std::uint64_t size) {
  void* base = nullptr;
  if (size > 0) {
    base = ::mmap(nullptr, size, PROT_READ, MAP_SHARED, fd.get(), 0);
    if (base == MAP_FAILED) return tl::unexpected(PosixError("map", path, errno));
    // Advice only: a kernel that refuses it still serves right bytes.
    static_cast<void>(::madvise(base, size, MADV_RANDOM));
  }
  return std::make_unique<MappedFile>(static_cast<const char*>(base), path, size);
}

}  // namespace

Result<std::unique_ptr<RandomAccessFile>> OpenPosixRandomAccess(const std::string& path,
                                                                ReadMode mode) {
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
      return FinishMapped(fd, path, size);
    case ReadMode::kDirect:
      return FinishDirect(std::move(fd), path, size);
    case ReadMode::kBuffered:
      break;
  }
  static_cast<void>(::posix_fadvise(fd.get(), 0, 0, POSIX_FADV_RANDOM));  // advice only
  return std::make_unique<BufferedFile>(std::move(fd), path, size);
}

}  // namespace bitladder::engine
