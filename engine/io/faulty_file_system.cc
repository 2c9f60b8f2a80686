#include "engine/io/faulty_file_system.h"

#include <fmt/format.h>

#include <utility>

namespace bitladder::engine {

// Counts calls and decides which of them fail.
class FaultyFileSystem::Faults {
 public:
  enum class Call { kWrite, kRead, kOther };

  void Arm(const FaultPlan& plan) {
    const std::lock_guard lock(mutex_);
    plan_ = plan;
    any_ = writes_ = reads_ = 0;
    fired_ = false;
  }

  void Heal() {
    const std::lock_guard lock(mutex_);
    plan_.at = 0;
  }

  void Observe(std::function<void()> observer) { observer_ = std::move(observer); }
  bool observed() const { return observer_ != nullptr; }
  void CallObserver() const {
    if (observer_) observer_();
  }

  Status Check(Call call, const std::string& path) {
    CallObserver();
    const std::lock_guard lock(mutex_);
    ++any_;
    if (call == Call::kWrite) ++writes_;
    if (call == Call::kRead) ++reads_;
    const bool targeted = plan_.target == FaultTarget::kAny ||
                          (plan_.target == FaultTarget::kWrite && call == Call::kWrite) ||
                          (plan_.target == FaultTarget::kRead && call == Call::kRead);
    const std::uint64_t count = Count(plan_.target);
    if (!targeted || plan_.at == 0 || count < plan_.at) return {};
    if (count > plan_.at && !plan_.lasting) return {};
    fired_ = true;
    return Fail(plan_.code, fmt::format("{}: call {} fails as planned", path, count));
  }

  std::uint64_t Calls(FaultTarget target) {
    const std::lock_guard lock(mutex_);
    return Count(target);
  }
  bool fired() {
    const std::lock_guard lock(mutex_);
    return fired_;
  }
  bool tears() {
    const std::lock_guard lock(mutex_);
    return plan_.tear;
  }

 private:
  std::uint64_t Count(FaultTarget target) const {
    switch (target) {
      case FaultTarget::kWrite:
        return writes_;
      case FaultTarget::kRead:
        return reads_;
      case FaultTarget::kAny:
        break;
    }
    return any_;
  }

  std::function<void()> observer_;
  std::mutex mutex_;
  FaultPlan plan_;
  std::uint64_t any_ = 0;
  std::uint64_t writes_ = 0;
  std::uint64_t reads_ = 0;
  bool fired_ = false;
};

class FaultyFileSystem::ReadableFile final : public RandomAccessFile {
 public:
  ReadableFile(std::unique_ptr<RandomAccessFile> below, Faults* faults)
      : below_(std::move(below)), faults_(faults) {}
  Result<std::string_view> Read(std::uint64_t offset, std::size_t size,
                                char* scratch) const override {
    ENGINE_TRY(faults_->Check(Faults::Call::kRead, path()));
    return below_->Read(offset, size, scratch);
  }
  std::uint64_t size() const override { return below_->size(); }
  const std::string& path() const override { return below_->path(); }

 private:
  std::unique_ptr<RandomAccessFile> below_;
  Faults* faults_;
};

class FaultyFileSystem::AppendedFile final : public WritableFile {
 public:
  AppendedFile(std::unique_ptr<WritableFile> below, Faults* faults)
      : below_(std::move(below)), faults_(faults) {}

  Status Append(std::string_view data) override {
    ENGINE_TRY(failed_);
    failed_ = faults_->Check(Faults::Call::kWrite, path());
    if (failed_) return faults_->observed() ? AppendInHalves(data) : below_->Append(data);
    if (faults_->tears()) static_cast<void>(below_->Append(data.substr(0, data.size() / 2)));
    return failed_;
  }
  Status Flush() override { return PassOn(&WritableFile::Flush); }
  Status Sync() override { return PassOn(&WritableFile::Sync); }
  Status Close() override { return PassOn(&WritableFile::Close); }
  const std::string& path() const override { return below_->path(); }

 private:
  Status AppendInHalves(std::string_view data) {
    ENGINE_TRY(below_->Append(data.substr(0, data.size() / 2)));
    faults_->CallObserver();
    return below_->Append(data.substr(data.size() / 2));
  }

  Status PassOn(Status (WritableFile::*call)()) {
    ENGINE_TRY(failed_);
    failed_ = faults_->Check(Faults::Call::kWrite, path());
    ENGINE_TRY(failed_);
    return (below_.get()->*call)();
  }

  std::unique_ptr<WritableFile> below_;
  Faults* faults_;
  Status failed_;
};

FaultyFileSystem::FaultyFileSystem(FileSystem& below)
    : below_(below), faults_(std::make_unique<Faults>()) {}
FaultyFileSystem::~FaultyFileSystem() = default;

void FaultyFileSystem::Arm(const FaultPlan& plan) { faults_->Arm(plan); }
void FaultyFileSystem::Heal() { faults_->Heal(); }
void FaultyFileSystem::Observe(std::function<void()> observer) {
  faults_->Observe(std::move(observer));
}
std::uint64_t FaultyFileSystem::Calls(FaultTarget target) const { return faults_->Calls(target); }
bool FaultyFileSystem::fired() const { return faults_->fired(); }

Result<std::unique_ptr<RandomAccessFile>> FaultyFileSystem::OpenRandomAccess(
    const std::string& path, ReadMode mode) {
  ENGINE_TRY(faults_->Check(Faults::Call::kRead, path));
  auto file = below_.OpenRandomAccess(path, mode);
  if (!file) return file;
  return std::make_unique<ReadableFile>(std::move(*file), faults_.get());
}

Result<std::unique_ptr<WritableFile>> FaultyFileSystem::CreateWritable(const std::string& path) {
  ENGINE_TRY(faults_->Check(Faults::Call::kWrite, path));
  auto file = below_.CreateWritable(path);
  if (!file) return file;
  return std::make_unique<AppendedFile>(std::move(*file), faults_.get());
}

Result<std::string> FaultyFileSystem::ReadFile(const std::string& path) {
  ENGINE_TRY(faults_->Check(Faults::Call::kRead, path));
  return below_.ReadFile(path);
}

Result<std::vector<std::string>> FaultyFileSystem::ListDirectory(const std::string& path) {
  ENGINE_TRY(faults_->Check(Faults::Call::kRead, path));
  return below_.ListDirectory(path);
}

Result<bool> FaultyFileSystem::Exists(const std::string& path) {
  ENGINE_TRY(faults_->Check(Faults::Call::kRead, path));
  return below_.Exists(path);
}

Result<std::uint64_t> FaultyFileSystem::FileSize(const std::string& path) {
  ENGINE_TRY(faults_->Check(Faults::Call::kRead, path));
  return below_.FileSize(path);
}

Status FaultyFileSystem::CreateDirectories(const std::string& path) {
  ENGINE_TRY(faults_->Check(Faults::Call::kWrite, path));
  return below_.CreateDirectories(path);
}

Status FaultyFileSystem::Remove(const std::string& path) {
  ENGINE_TRY(faults_->Check(Faults::Call::kOther, path));
  return below_.Remove(path);
}

Status FaultyFileSystem::Rename(const std::string& from, const std::string& to) {
  ENGINE_TRY(faults_->Check(Faults::Call::kWrite, from));
  return below_.Rename(from, to);
}

Status FaultyFileSystem::SyncDirectory(const std::string& path) {
  ENGINE_TRY(faults_->Check(Faults::Call::kOther, path));
  return below_.SyncDirectory(path);
}

Result<std::unique_ptr<FileLock>> FaultyFileSystem::Lock(const std::string& path) {
  ENGINE_TRY(faults_->Check(Faults::Call::kOther, path));
  return below_.Lock(path);
}

}  // namespace bitladder::engine
