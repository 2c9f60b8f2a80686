#include "engine/io/posix_writable.h"

#include <fcntl.h>
#include <unistd.h>

#include <utility>

#include "engine/io/posix_error.h"
#include "engine/io/unique_fd.h"

namespace bitladder::engine {

namespace {

constexpr std::size_t kBufferBytes = 64 * 1024;

class PosixWritableFile final : public WritableFile {
 public:
  PosixWritableFile(UniqueFd fd, std::string path) : fd_(std::move(fd)), path_(std::move(path)) {
    buffer_.reserve(kBufferBytes);
  }
  ~PosixWritableFile() override { static_cast<void>(Close()); }

  Status Append(std::string_view data) override {
    ENGINE_TRY(failed_);
    if (data.size() > kBufferBytes - buffer_.size()) ENGINE_TRY(Flush());
    if (data.size() >= kBufferBytes) return Write(data);
    buffer_.append(data);
    return {};
  }

  Status Flush() override {
    ENGINE_TRY(failed_);
    ENGINE_TRY(Write(buffer_));
    buffer_.clear();
    return {};
  }

  Status Sync() override {
    ENGINE_TRY(Flush());
    if (RetryInterrupted([&] { return ::fdatasync(fd_.get()); }) != 0) return Failed("sync");
    return {};
  }

  Status Close() override {
    if (fd_.get() < 0) return failed_;
    Status status = Flush();
    // Not retried on EINTR: on Linux the descriptor is gone whatever close returns.
    if (::close(fd_.Release()) != 0 && status && errno != EINTR) status = Failed("close");
    return status;
  }

  const std::string& path() const override { return path_; }

 private:
  Status Write(std::string_view data) {
    while (!data.empty()) {
      const ssize_t written =
          RetryInterrupted([&] { return ::write(fd_.get(), data.data(), data.size()); });
      if (written < 0) return Failed("write");
      data.remove_prefix(static_cast<std::size_t>(written));
    }
    return {};
  }

  Status Failed(std::string_view operation) {
    failed_ = tl::unexpected(PosixError(operation, path_, errno));
    return failed_;
  }

  UniqueFd fd_;
  std::string path_;
  std::string buffer_;
  Status failed_;
};

}  // namespace

Result<std::unique_ptr<WritableFile>> CreatePosixWritable(const std::string& path) {
  UniqueFd fd(RetryInterrupted(
      [&] { return ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644); }));
  if (fd.get() < 0) return tl::unexpected(PosixError("open for writing", path, errno));
  return std::make_unique<PosixWritableFile>(std::move(fd), path);
}

}  // namespace bitladder::engine
