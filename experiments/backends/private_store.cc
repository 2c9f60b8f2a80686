#include "experiments/backends/private_store.h"

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>
#include <vector>

#include "experiments/backends/engine_options.h"

namespace bitladder::experiments {
namespace {

constexpr std::uint64_t kCopyBytes = 1 << 20;
constexpr std::string_view kLockFile = "LOCK";

// Synced, so that direct reads find on the disk what was written.
engine::Status CopyFile(engine::FileSystem& file_system, const std::string& from,
                        const std::string& to, std::vector<char>& scratch) {
  auto source = file_system.OpenRandomAccess(from, engine::ReadMode::kBuffered);
  if (!source) return tl::unexpected(source.error());
  auto target = file_system.CreateWritable(to);
  if (!target) return tl::unexpected(target.error());
  const std::uint64_t size = (*source)->size();
  for (std::uint64_t offset = 0; offset < size;) {
    const auto piece = static_cast<std::size_t>(std::min(kCopyBytes, size - offset));
    const auto read = (*source)->Read(offset, piece, scratch.data());
    if (!read) return tl::unexpected(read.error());
    if (auto appended = (*target)->Append(*read); !appended) return appended;
    offset += piece;
  }
  if (auto synced = (*target)->Sync(); !synced) return synced;
  return (*target)->Close();
}

engine::Status CopyStore(engine::FileSystem& file_system, const std::string& from,
                         const std::string& to) {
  if (auto made = file_system.CreateDirectories(to); !made) return made;
  const auto names = file_system.ListDirectory(from);
  if (!names) return tl::unexpected(names.error());
  std::vector<char> scratch(kCopyBytes);
  for (const std::string& name : *names) {
    if (name == kLockFile) continue;
    auto copied = CopyFile(file_system, from + "/" + name, to + "/" + name, scratch);
    if (!copied) return copied;
  }
  return {};
}

}  // namespace

Result<std::unique_ptr<PrivateStore>> PrivateStore::Open(const engine::StoreOptions& options,
                                                         const std::string& directory,
                                                         const std::string& copy) {
  std::unique_ptr<PrivateStore> opened(new PrivateStore(*options.file_system, copy));
  if (auto copied = CopyStore(*options.file_system, directory, copy); !copied) {
    return FailedInStore(copied.error());
  }
  auto store = engine::Store::Open(options, copy);
  if (!store) return FailedInStore(store.error());
  opened->store_ = *std::move(store);
  return opened;
}

// What cannot be removed goes with the run's directory of datasets.
PrivateStore::~PrivateStore() {
  store_.reset();
  if (const auto names = file_system_.ListDirectory(copy_)) {
    for (const std::string& name : *names) (void)file_system_.Remove(copy_ + "/" + name);
  }
  std::error_code ignored;
  std::filesystem::remove(copy_, ignored);
}

}  // namespace bitladder::experiments
