#include <fcntl.h>
#include <fmt/core.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string_view>

#include "engine/io/kernel_reads.h"
#include "experiments/result/provenance.h"
#include "experiments/selftest/self_test.h"

namespace bitladder::experiments {
namespace {

constexpr std::size_t kBlockBytes = 4096;
constexpr std::uint64_t kBlocks = 256;

class Descriptor {
 public:
  Descriptor(const std::string& path, int flags) : fd_(::open(path.c_str(), flags, 0600)) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() {
    if (fd_ >= 0) ::close(fd_);
  }
  int get() const { return fd_; }

 private:
  int fd_;
};

struct Free {
  void operator()(void* memory) const { std::free(memory); }
};
using AlignedBlock = std::unique_ptr<void, Free>;

// Bytes that the kernel fetched while every block was read; nothing where a read failed.
tl::expected<std::uint64_t, std::string> FetchedBy(const std::string& path, int flags) {
  const Descriptor file(path, O_RDONLY | flags);
  if (file.get() < 0) return tl::unexpected(std::string(std::strerror(errno)));
  const AlignedBlock block(std::aligned_alloc(kBlockBytes, kBlockBytes));
  const engine::Result<std::uint64_t> before = engine::KernelReadBytes();
  if (!before) return tl::unexpected(before.error().message);
  for (std::uint64_t i = 0; i < kBlocks; ++i) {
    const auto offset = static_cast<off_t>(i * kBlockBytes);
    if (::pread(file.get(), block.get(), kBlockBytes, offset) != kBlockBytes) {
      return tl::unexpected(std::string(std::strerror(errno)));
    }
  }
  const engine::Result<std::uint64_t> after = engine::KernelReadBytes();
  if (!after) return tl::unexpected(after.error().message);
  return *after - *before;
}

std::string FileSystemType(const std::string& directory) {
  const Json machine = MachineJson(directory);
  const Json* type = machine.Find("file_system")->Find("type");
  return type == nullptr || type->text() == nullptr ? "unknown" : *type->text();
}

Status WriteBlocks(const std::string& path) {
  const Descriptor file(path, O_WRONLY | O_CREAT | O_TRUNC);
  const std::string block(kBlockBytes, 'b');
  for (std::uint64_t i = 0; i < kBlocks; ++i) {
    if (::write(file.get(), block.data(), block.size()) != static_cast<ssize_t>(block.size())) {
      return Fail(ErrorKind::kRun, fmt::format("{}: {}", path, std::strerror(errno)));
    }
  }
  if (::fsync(file.get()) != 0) {
    return Fail(ErrorKind::kRun, fmt::format("{}: {}", path, std::strerror(errno)));
  }
  return {};
}

}  // namespace

Result<std::vector<SelfCheck>> CheckDirectReads(const std::string& directory) {
  const std::string path = directory + "/direct_reads";
  if (Status written = WriteBlocks(path); !written) return tl::unexpected(written.error());
  const std::string type = FileSystemType(directory);
  std::vector<SelfCheck> checks;
  const auto cached = FetchedBy(path, 0);
  if (!cached) return Fail(ErrorKind::kRun, fmt::format("{}: {}", path, cached.error()));
  checks.push_back({"cached reads: bytes from the device", fmt::format("{} on {}", *cached, type),
                    "0", *cached == 0});
  constexpr std::string_view kName = "O_DIRECT reads: bytes from the device";
  const auto direct = FetchedBy(path, O_DIRECT);
  if (type == "tmpfs" || !direct) {
    const std::string why = direct ? "in memory" : direct.error();
    checks.push_back(
        {std::string(kName), fmt::format("{}: {}", type, why), "none: io \"direct\" is off", true});
    return checks;
  }
  checks.push_back({std::string(kName), fmt::format("{} on {}", *direct, type),
                    fmt::format("{}", kBlocks * kBlockBytes), *direct == kBlocks * kBlockBytes});
  return checks;
}

}  // namespace bitladder::experiments
