#include "engine/io/memory_file_system.h"

#include <fmt/format.h>

#include <cstring>
#include <utility>
#include <vector>

namespace bitladder::engine {

// A regular file. `data` is what readers see; its first `synced` bytes survive a crash of the
// machine.
struct MemoryFileSystem::Inode {
  std::string data;
  std::size_t synced = 0;
};

struct MemoryFileSystem::State {
  std::mutex mutex;
  std::map<std::string, std::shared_ptr<Inode>> files;    // as seen now
  std::map<std::string, std::shared_ptr<Inode>> durable;  // as after a crash of the machine
  std::set<std::string> directories{"/"};
  std::set<std::string> locks;
  std::uint64_t crashes = 0;  // handles from before the last one are dead
};

namespace {

using Inode = MemoryFileSystem::Inode;
using State = MemoryFileSystem::State;

std::string Parent(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  if (slash == std::string::npos) return "";
  return slash == 0 ? "/" : path.substr(0, slash);
}

std::string WithoutTrailingSlash(std::string path) {
  while (path.size() > 1 && path.back() == '/') path.pop_back();
  return path;
}

tl::unexpected<Error> Missing(const std::string& path) {
  return Fail(ErrorCode::kNotFound, fmt::format("{}: no such file or directory", path));
}

// A view of the file as it was when opened.
class MemoryRandomAccessFile final : public RandomAccessFile {
 public:
  MemoryRandomAccessFile(std::string data, std::string path)
      : data_(std::move(data)), path_(std::move(path)) {}

  Result<std::string_view> Read(std::uint64_t offset, std::size_t size,
                                char* scratch) const override {
    if (offset > data_.size() || size > data_.size() - offset) {
      return Fail(ErrorCode::kCorruption,
                  fmt::format("{}: {} bytes wanted at offset {}, but the file ends at {}", path_,
                              size, offset, data_.size()));
    }
    if (size > 0) std::memcpy(scratch, data_.data() + offset, size);
    return std::string_view(scratch, size);
  }
  std::uint64_t size() const override { return data_.size(); }
  const std::string& path() const override { return path_; }

 private:
  std::string data_;
  std::string path_;
};

class MemoryWritableFile final : public WritableFile {
 public:
  MemoryWritableFile(std::shared_ptr<State> state, std::shared_ptr<Inode> inode, std::string path)
      : state_(std::move(state)),
        inode_(std::move(inode)),
        path_(std::move(path)),
        born_(state_->crashes) {}
  ~MemoryWritableFile() override { static_cast<void>(Close()); }

  Status Append(std::string_view data) override {
    const std::lock_guard lock(state_->mutex);
    ENGINE_TRY(CheckUsable());
    buffer_.append(data);
    return {};
  }

  Status Flush() override {
    const std::lock_guard lock(state_->mutex);
    ENGINE_TRY(CheckUsable());
    Drain();
    return {};
  }

  Status Sync() override {
    const std::lock_guard lock(state_->mutex);
    ENGINE_TRY(CheckUsable());
    Drain();
    inode_->synced = inode_->data.size();
    return {};
  }

  Status Close() override {
    const std::lock_guard lock(state_->mutex);
    if (closed_) return {};
    ENGINE_TRY(CheckUsable());
    Drain();
    closed_ = true;
    return {};
  }

  const std::string& path() const override { return path_; }

 private:
  Status CheckUsable() const {
    if (born_ != state_->crashes) {
      return Fail(ErrorCode::kIo, fmt::format("{}: opened before the crash", path_));
    }
    if (closed_) return Fail(ErrorCode::kIo, fmt::format("{}: closed", path_));
    return {};
  }
  void Drain() {
    inode_->data.append(buffer_);
    buffer_.clear();
  }

  std::shared_ptr<State> state_;
  std::shared_ptr<Inode> inode_;
  std::string path_;
  std::string buffer_;
  std::uint64_t born_;
  bool closed_ = false;
};

class MemoryLock final : public FileLock {
 public:
  MemoryLock(std::shared_ptr<State> state, std::string path)
      : state_(std::move(state)), path_(std::move(path)), born_(state_->crashes) {}
  ~MemoryLock() override {
    const std::lock_guard lock(state_->mutex);
    if (born_ == state_->crashes) state_->locks.erase(path_);
  }

 private:
  std::shared_ptr<State> state_;
  std::string path_;
  std::uint64_t born_;
};

}  // namespace

MemoryFileSystem::MemoryFileSystem() : state_(std::make_shared<State>()) {}
MemoryFileSystem::~MemoryFileSystem() = default;

Result<std::unique_ptr<RandomAccessFile>> MemoryFileSystem::OpenRandomAccess(
    const std::string& path, ReadMode /*mode*/) {
  auto contents = ReadFile(path);
  if (!contents) return tl::unexpected(contents.error());
  return std::make_unique<MemoryRandomAccessFile>(std::move(*contents), path);
}

Result<std::unique_ptr<WritableFile>> MemoryFileSystem::CreateWritable(const std::string& path) {
  const std::lock_guard lock(state_->mutex);
  if (state_->directories.count(Parent(path)) == 0) return Missing(path);
  if (state_->directories.count(path) != 0) {
    return Fail(ErrorCode::kIo, fmt::format("{}: is a directory", path));
  }
  std::shared_ptr<Inode>& inode = state_->files[path];
  if (inode == nullptr) inode = std::make_shared<Inode>();
  *inode =
      Inode{};  // truncation, as O_TRUNC, loses the old bytes whether or not anything is synced
  return std::make_unique<MemoryWritableFile>(state_, inode, path);
}

Result<std::string> MemoryFileSystem::ReadFile(const std::string& path) {
  const std::lock_guard lock(state_->mutex);
  const auto found = state_->files.find(path);
  if (found == state_->files.end()) return Missing(path);
  return found->second->data;
}

Result<std::vector<std::string>> MemoryFileSystem::ListDirectory(const std::string& given) {
  const std::string path = WithoutTrailingSlash(given);
  const std::lock_guard lock(state_->mutex);
  if (state_->directories.count(path) == 0) return Missing(path);
  std::set<std::string> names;
  const std::string prefix = path == "/" ? path : path + "/";
  const auto add = [&](const std::string& full) {
    if (full.size() > prefix.size() && Parent(full) == path)
      names.insert(full.substr(prefix.size()));
  };
  for (const auto& entry : state_->files) add(entry.first);
  for (const std::string& directory : state_->directories) add(directory);
  return std::vector<std::string>(names.begin(), names.end());
}

Result<bool> MemoryFileSystem::Exists(const std::string& path) {
  const std::lock_guard lock(state_->mutex);
  return state_->files.count(path) != 0 ||
         state_->directories.count(WithoutTrailingSlash(path)) != 0;
}

Result<std::uint64_t> MemoryFileSystem::FileSize(const std::string& path) {
  const std::lock_guard lock(state_->mutex);
  const auto found = state_->files.find(path);
  if (found == state_->files.end()) return Missing(path);
  return static_cast<std::uint64_t>(found->second->data.size());
}

Status MemoryFileSystem::CreateDirectories(const std::string& given) {
  const std::string path = WithoutTrailingSlash(given);
  const std::lock_guard lock(state_->mutex);
  for (std::string each = path; !each.empty() && each != "/"; each = Parent(each)) {
    if (state_->files.count(each) != 0) {
      return Fail(ErrorCode::kIo, fmt::format("{}: is a file, not a directory", each));
    }
  }
  for (std::string each = path; !each.empty(); each = each == "/" ? "" : Parent(each)) {
    state_->directories.insert(each);
  }
  return {};
}

Status MemoryFileSystem::Remove(const std::string& path) {
  const std::lock_guard lock(state_->mutex);
  if (state_->files.erase(path) == 0) return Missing(path);
  return {};
}

Status MemoryFileSystem::Rename(const std::string& from, const std::string& to) {
  const std::lock_guard lock(state_->mutex);
  const auto found = state_->files.find(from);
  if (found == state_->files.end()) return Missing(from);
  if (state_->directories.count(Parent(to)) == 0) return Missing(to);
  if (from == to) return {};
  state_->files[to] = found->second;
  state_->files.erase(from);
  return {};
}

Status MemoryFileSystem::SyncDirectory(const std::string& given) {
  const std::string path = WithoutTrailingSlash(given);
  const std::lock_guard lock(state_->mutex);
  if (state_->directories.count(path) == 0) return Missing(path);
  std::erase_if(state_->durable, [&](const auto& entry) { return Parent(entry.first) == path; });
  for (const auto& entry : state_->files) {
    if (Parent(entry.first) == path) state_->durable.insert(entry);
  }
  return {};
}

Result<std::unique_ptr<FileLock>> MemoryFileSystem::Lock(const std::string& path) {
  const std::lock_guard lock(state_->mutex);
  if (state_->directories.count(Parent(path)) == 0) return Missing(path);
  if (!state_->locks.insert(path).second) {
    return Fail(ErrorCode::kBusy,
                fmt::format("{}: held by another store that is open; close it first", path));
  }
  std::shared_ptr<Inode>& inode = state_->files[path];
  if (inode == nullptr) inode = std::make_shared<Inode>();
  return std::make_unique<MemoryLock>(state_, path);
}

void MemoryFileSystem::CrashProcess() {
  const std::lock_guard lock(state_->mutex);
  ++state_->crashes;
  state_->locks.clear();
}

void MemoryFileSystem::CrashMachine(const CrashOptions& options) {
  const std::lock_guard lock(state_->mutex);
  ++state_->crashes;
  state_->locks.clear();
  if (!options.unsynced_names_kept) state_->files = state_->durable;
  for (auto& entry : state_->files) {
    Inode& inode = *entry.second;
    const std::size_t unsynced = inode.data.size() - inode.synced;
    inode.data.resize(inode.synced + unsynced * options.unsynced_bytes_kept_per_mille / 1000);
    inode.synced = inode.data.size();
  }
  state_->durable = state_->files;
}

std::unique_ptr<MemoryFileSystem> MemoryFileSystem::Clone() const {
  const std::lock_guard lock(state_->mutex);
  auto clone = std::make_unique<MemoryFileSystem>();
  clone->state_->directories = state_->directories;
  std::map<const Inode*, std::shared_ptr<Inode>> copies;  // a file's names now and durable share it
  const auto copy = [&](const std::shared_ptr<Inode>& inode) {
    auto& made = copies[inode.get()];
    if (made == nullptr) made = std::make_shared<Inode>(*inode);
    return made;
  };
  for (const auto& [path, inode] : state_->files) clone->state_->files[path] = copy(inode);
  for (const auto& [path, inode] : state_->durable) clone->state_->durable[path] = copy(inode);
  return clone;
}

void MemoryFileSystem::SetContents(const std::string& path, std::string contents) {
  const std::lock_guard lock(state_->mutex);
  auto inode = std::make_shared<Inode>();
  inode->synced = contents.size();
  inode->data = std::move(contents);
  state_->files[path] = inode;
  state_->durable[path] = inode;
}

}  // namespace bitladder::engine
