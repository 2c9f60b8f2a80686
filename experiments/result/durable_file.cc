#include "experiments/result/durable_file.h"

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>

namespace bitladder::experiments {
namespace {

Status WriteAll(int descriptor, const std::string& path, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(descriptor, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return tl::unexpected(FileError("write", path, errno));
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return {};
}

Status SyncParentDirectory(const std::string& path) {
  const std::filesystem::path directory = std::filesystem::path(path).parent_path();
  const std::string parent = directory.empty() ? "." : directory.string();
  const int descriptor = ::open(parent.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) return tl::unexpected(FileError("open", parent, errno));
  const int failed = ::fsync(descriptor) == 0 ? 0 : errno;
  ::close(descriptor);
  if (failed != 0) return tl::unexpected(FileError("sync", parent, failed));
  return {};
}

// Writes, syncs and closes a new file at `path`.
Status WriteNewFile(const std::string& path, std::string_view contents) {
  const int descriptor = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (descriptor < 0) return tl::unexpected(FileError("create", path, errno));
  Status status = WriteAll(descriptor, path, contents);
  if (status && ::fsync(descriptor) != 0) status = tl::unexpected(FileError("sync", path, errno));
  if (::close(descriptor) != 0 && status) status = tl::unexpected(FileError("close", path, errno));
  return status;
}

}  // namespace

Error FileError(std::string_view what, const std::string& path, int error_number) {
  const bool full = error_number == ENOSPC || error_number == EDQUOT;
  return {ErrorKind::kRun,
          fmt::format("{}: cannot {}: {}{}", path, what, std::strerror(error_number),
                      full ? "; free space and run again, finished points are kept" : "")};
}

Status WriteFileAtomically(const std::string& path, std::string_view contents) {
  const std::string temporary = fmt::format("{}.tmp", path);
  Status status = WriteNewFile(temporary, contents);
  if (status && std::rename(temporary.c_str(), path.c_str()) != 0) {
    status = tl::unexpected(FileError("rename to", path, errno));
  }
  if (!status) {
    ::unlink(temporary.c_str());
    return status;
  }
  return SyncParentDirectory(path);
}

Result<std::unique_ptr<LineFile>> LineFile::Open(const std::string& path) {
  const int descriptor = ::open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  if (descriptor < 0) return tl::unexpected(FileError("open", path, errno));
  std::unique_ptr<LineFile> file(new LineFile(descriptor, path));
  if (::flock(descriptor, LOCK_EX | LOCK_NB) != 0) {
    if (errno != EWOULDBLOCK) return tl::unexpected(FileError("lock", path, errno));
    return Fail(
        ErrorKind::kConfig,
        fmt::format("{}: another run is writing to it; wait or choose another directory", path));
  }
  const Status named = SyncParentDirectory(path);
  if (!named) return tl::unexpected(named.error());
  return file;
}

Status LineFile::CutTo(std::uint64_t size) {
  if (::ftruncate(descriptor_, static_cast<off_t>(size)) != 0 || ::fsync(descriptor_) != 0) {
    return tl::unexpected(FileError("cut", path_, errno));
  }
  return {};
}

LineFile::~LineFile() { ::close(descriptor_); }

Status LineFile::Append(std::string_view line) {
  std::string bytes(line);
  bytes += '\n';
  const Status written = WriteAll(descriptor_, path_, bytes);
  if (!written) return written;
  if (::fsync(descriptor_) != 0) return tl::unexpected(FileError("sync", path_, errno));
  return {};
}

}  // namespace bitladder::experiments
