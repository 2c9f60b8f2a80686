// The real process is killed at random moments, two hundred times, on the real disk: everything
// that it had acknowledged is there afterwards, and nothing that it had not begun.
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <filesystem>
#include <random>
#include <thread>

#include "engine/store/store_for_test.h"
#include "engine/store/verify.h"

namespace bitladder::engine {
namespace {

constexpr std::uint64_t kKeys = 200;

// Step n of an endless history: a batch of 1..4 writes, and the number of the step.
void MakeStep(std::uint64_t n, WriteBatch* batch, Contents* contents) {
  std::mt19937_64 random(n);
  const auto put = [&](const std::string& key, const std::string& value) {
    if (batch != nullptr) batch->Put(key, value);
    if (contents != nullptr) (*contents)[key] = value;
  };
  put("step", fmt::to_string(n));
  for (std::uint64_t writes = random() % 4; writes > 0; --writes) {
    const std::string key = TestKey(random() % kKeys);
    if (random() % 4 > 0) {
      put(key, TestValue(n));
    } else {
      if (batch != nullptr) batch->Delete(key);
      if (contents != nullptr) contents->erase(key);
    }
  }
}

// Shared with the child, and so known when it is gone.
struct Shared {
  std::atomic<std::uint64_t> begun{0};
  std::atomic<std::uint64_t> acknowledged{0};
};

StoreOptions KillOptions() {
  StoreOptions options = SmallOptions(PosixFileSystem());
  options.buffer_bytes = 40 * kTestEntryBytes;
  options.merge_policy = {2, 1};
  options.sync = SyncMode::kOnRequest;  // a crash of the process loses nothing without syncs either
  return options;
}

// Opens the store and writes steps until it is killed.
[[noreturn]] void WriteUntilKilled(const std::string& path, std::uint64_t next, Shared* shared) {
  auto store = Store::Open(KillOptions(), path);
  if (!store) _exit(1);
  WriteBatch batch;
  for (std::uint64_t n = next;; ++n) {
    batch.Clear();
    MakeStep(n, &batch, nullptr);
    shared->begun.store(n);
    if (!(*store)->Write(batch)) _exit(2);
    shared->acknowledged.store(n);
  }
}

TEST(KillTest, AProcessKilledAtTwoHundredRandomMomentsLosesNothingAcknowledged) {
  const std::string path =
      (std::filesystem::temp_directory_path() / fmt::format("bitladder_kill_{}", getpid()))
          .string();
  std::filesystem::remove_all(path);
  void* memory =
      mmap(nullptr, sizeof(Shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  ASSERT_NE(memory, MAP_FAILED);
  auto* shared = new (memory) Shared;

  std::mt19937_64 random(99);
  Contents expected;
  std::uint64_t applied = 0;  // steps that `expected` holds
  for (int round = 0; round < 200; ++round) {
    const std::uint64_t acknowledged_before = shared->acknowledged.load();
    const pid_t child = fork();
    ASSERT_GE(child, 0);
    if (child == 0) WriteUntilKilled(path, applied + 1, shared);
    // Most deaths come while it writes, some while it opens.
    if (round % 8 > 0) {
      while (shared->acknowledged.load() == acknowledged_before) {
        int status = 0;
        ASSERT_EQ(waitpid(child, &status, WNOHANG), 0) << "the writer failed, status " << status;
        std::this_thread::yield();
      }
    }
    std::this_thread::sleep_for(std::chrono::microseconds(random() % 5000));
    ASSERT_EQ(kill(child, SIGKILL), 0);
    int status = 0;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    ASSERT_TRUE(WIFSIGNALED(status));

    // VerifyStore writes nothing, so that the next opening meets what the kill left.
    const auto exists = PosixFileSystem().Exists(path + "/CURRENT");
    if (!*exists) {
      ASSERT_EQ(shared->acknowledged.load(), 0u);
      continue;
    }
    const auto report = VerifyStore(PosixFileSystem(), path);
    ASSERT_TRUE(report.has_value()) << report.error().message;
    StoreOptions options = KillOptions();
    options.read_only = round % 2 == 0;
    const auto store = MustOpen(options, path);
    ASSERT_NE(store, nullptr);
    const std::uint64_t step = std::stoull(GetOr(*store, "step", "0"));
    ASSERT_GE(step, shared->acknowledged.load());
    ASSERT_LE(step, shared->begun.load());
    for (; applied < step; ++applied) MakeStep(applied + 1, nullptr, &expected);
    ASSERT_EQ(ScanAll(*store), expected) << "round " << round;
  }
  EXPECT_GT(applied, 2000u);
  munmap(memory, sizeof(Shared));
  std::filesystem::remove_all(path);
}

}  // namespace
}  // namespace bitladder::engine
