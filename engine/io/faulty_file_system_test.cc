#include "engine/io/faulty_file_system.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "engine/io/memory_file_system.h"

namespace bitladder::engine {
namespace {

// Each call of the file system and its files once, in an order that works; stops at the first
// error.
Status UseEverything(FileSystem& file_system) {
  ENGINE_TRY(file_system.CreateDirectories("/d"));
  const auto lock = file_system.Lock("/d/LOCK");
  ENGINE_TRY(lock);
  auto file = file_system.CreateWritable("/d/a");
  ENGINE_TRY(file);
  ENGINE_TRY((*file)->Append("0123456789"));
  ENGINE_TRY((*file)->Flush());
  ENGINE_TRY((*file)->Sync());
  ENGINE_TRY((*file)->Close());
  ENGINE_TRY(file_system.Rename("/d/a", "/d/b"));
  ENGINE_TRY(file_system.SyncDirectory("/d"));
  const auto reader = file_system.OpenRandomAccess("/d/b", ReadMode::kBuffered);
  ENGINE_TRY(reader);
  char scratch[4];
  ENGINE_TRY((*reader)->Read(0, 4, scratch));
  ENGINE_TRY(file_system.ReadFile("/d/b"));
  ENGINE_TRY(file_system.ListDirectory("/d"));
  ENGINE_TRY(file_system.Exists("/d/b"));
  ENGINE_TRY(file_system.FileSize("/d/b"));
  return file_system.Remove("/d/b");
}

constexpr std::uint64_t kCalls = 16;
constexpr std::uint64_t kWrites = 7;
constexpr std::uint64_t kReads = 6;

TEST(FaultyFileSystem, WithoutAPlanPassesEverythingOn) {
  MemoryFileSystem memory;
  FaultyFileSystem faulty(memory);
  EXPECT_TRUE(UseEverything(faulty));
  EXPECT_EQ(faulty.Calls(FaultTarget::kAny), kCalls);
  EXPECT_EQ(faulty.Calls(FaultTarget::kWrite), kWrites);
  EXPECT_EQ(faulty.Calls(FaultTarget::kRead), kReads);
  EXPECT_FALSE(faulty.fired());
}

TEST(FaultyFileSystem, FailsEveryCallInItsTurn) {
  for (const auto& [target, calls] :
       std::vector<std::pair<FaultTarget, std::uint64_t>>{{FaultTarget::kAny, kCalls},
                                                          {FaultTarget::kWrite, kWrites},
                                                          {FaultTarget::kRead, kReads}}) {
    for (std::uint64_t at = 1; at <= calls + 1; ++at) {
      MemoryFileSystem memory;
      FaultyFileSystem faulty(memory);
      faulty.Arm({.at = at, .target = target, .code = ErrorCode::kNoSpace});
      const Status status = UseEverything(faulty);
      ASSERT_EQ(status.has_value(), at == calls + 1) << at;
      EXPECT_EQ(faulty.fired(), !status);
      if (!status) {
        EXPECT_EQ(status.error().code, ErrorCode::kNoSpace);
        EXPECT_EQ(faulty.Calls(target), at);
        EXPECT_EQ(status.error().message.find("/d"), 0u);
      }
    }
  }
}

TEST(FaultyFileSystem, ALastingFaultHoldsUntilHealed) {
  MemoryFileSystem memory;
  ASSERT_TRUE(memory.CreateDirectories("/d"));
  FaultyFileSystem faulty(memory);
  faulty.Arm({.at = 1, .target = FaultTarget::kWrite, .code = ErrorCode::kNoSpace});
  EXPECT_FALSE(faulty.CreateWritable("/d/a"));
  EXPECT_FALSE(faulty.CreateWritable("/d/a"));
  EXPECT_TRUE(faulty.ListDirectory("/d"));  // a full disk can still be read
  faulty.Heal();
  EXPECT_TRUE(faulty.CreateWritable("/d/a"));
}

TEST(FaultyFileSystem, APassingFaultHitsOneCall) {
  MemoryFileSystem memory;
  ASSERT_TRUE(memory.CreateDirectories("/d"));
  FaultyFileSystem faulty(memory);
  faulty.Arm({.at = 2, .lasting = false});
  EXPECT_TRUE(faulty.Exists("/d"));
  EXPECT_FALSE(faulty.Exists("/d"));
  EXPECT_TRUE(faulty.Exists("/d"));
}

TEST(FaultyFileSystem, AFileThatFailedStaysFailed) {
  MemoryFileSystem memory;
  FaultyFileSystem faulty(memory);
  auto file = faulty.CreateWritable("/a");
  ASSERT_TRUE(file);
  faulty.Arm({.at = 1, .lasting = false});
  EXPECT_FALSE((*file)->Sync());
  EXPECT_FALSE((*file)->Sync());
  EXPECT_FALSE((*file)->Append("x"));
  EXPECT_TRUE(faulty.CreateWritable("/b"));
}

TEST(FaultyFileSystem, ATornWriteLeavesItsFirstHalf) {
  MemoryFileSystem memory;
  FaultyFileSystem faulty(memory);
  auto file = faulty.CreateWritable("/a");
  ASSERT_TRUE(file);
  ASSERT_TRUE((*file)->Append("whole"));
  faulty.Arm({.at = 1, .target = FaultTarget::kWrite, .tear = true});
  EXPECT_FALSE((*file)->Append("01234567"));
  file->reset();
  EXPECT_EQ(*memory.ReadFile("/a"), "whole0123");
}

}  // namespace
}  // namespace bitladder::engine
