// What a crash leaves.
#include "engine/io/memory_file_system.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>

namespace bitladder::engine {
namespace {

class MemoryFileSystemCrash : public testing::Test {
 protected:
  MemoryFileSystemCrash() { EXPECT_TRUE(fs_.CreateDirectories("/d")); }
  std::unique_ptr<WritableFile> Create(const std::string& path) {
    auto file = fs_.CreateWritable(path);
    EXPECT_TRUE(file);
    return std::move(*file);
  }
  MemoryFileSystem fs_;
};

TEST_F(MemoryFileSystemCrash, AProcessCrashLosesWhatWasNotFlushed) {
  auto file = Create("/d/a");
  ASSERT_TRUE(file->Append("flushed"));
  ASSERT_TRUE(file->Flush());
  ASSERT_TRUE(file->Append("lost"));
  fs_.CrashProcess();
  EXPECT_EQ(*fs_.ReadFile("/d/a"), "flushed");
}

TEST_F(MemoryFileSystemCrash, AMachineCrashLosesWhatWasNotSynced) {
  auto file = Create("/d/a");
  ASSERT_TRUE(file->Append("synced"));
  ASSERT_TRUE(file->Sync());
  ASSERT_TRUE(file->Append("lost"));
  ASSERT_TRUE(file->Flush());
  ASSERT_TRUE(fs_.SyncDirectory("/d"));
  fs_.CrashMachine({});
  EXPECT_EQ(*fs_.ReadFile("/d/a"), "synced");
}

TEST_F(MemoryFileSystemCrash, AMachineCrashMayTearTheLastWrite) {
  auto file = Create("/d/a");
  ASSERT_TRUE(file->Append("synced"));
  ASSERT_TRUE(file->Sync());
  ASSERT_TRUE(file->Append("0123456789"));
  ASSERT_TRUE(file->Flush());
  ASSERT_TRUE(fs_.SyncDirectory("/d"));
  fs_.CrashMachine({.unsynced_bytes_kept_per_mille = 300, .unsynced_names_kept = false});
  EXPECT_EQ(*fs_.ReadFile("/d/a"), "synced012");
}

TEST_F(MemoryFileSystemCrash, NamesChangeForGoodOnlyWhenTheirDirectoryIsSynced) {
  ASSERT_TRUE(Create("/d/old")->Sync());
  ASSERT_TRUE(fs_.SyncDirectory("/d"));
  ASSERT_TRUE(Create("/d/new")->Sync());
  ASSERT_TRUE(fs_.Rename("/d/old", "/d/renamed"));
  fs_.CrashMachine({});
  EXPECT_TRUE(*fs_.Exists("/d/old"));
  EXPECT_FALSE(*fs_.Exists("/d/renamed"));
  EXPECT_FALSE(*fs_.Exists("/d/new"));

  ASSERT_TRUE(fs_.Rename("/d/old", "/d/renamed"));
  ASSERT_TRUE(fs_.SyncDirectory("/d"));
  fs_.CrashMachine({});
  EXPECT_FALSE(*fs_.Exists("/d/old"));
  EXPECT_TRUE(*fs_.Exists("/d/renamed"));
}

TEST_F(MemoryFileSystemCrash, ARemovedFileComesBackWhenItsDirectoryWasNotSynced) {
  ASSERT_TRUE(Create("/d/a")->Sync());
  ASSERT_TRUE(fs_.SyncDirectory("/d"));
  ASSERT_TRUE(fs_.Remove("/d/a"));
  fs_.CrashMachine({});
  EXPECT_TRUE(*fs_.Exists("/d/a"));
  ASSERT_TRUE(fs_.Remove("/d/a"));
  fs_.CrashMachine({.unsynced_bytes_kept_per_mille = 0, .unsynced_names_kept = true});
  EXPECT_FALSE(*fs_.Exists("/d/a"));
}

TEST_F(MemoryFileSystemCrash, TruncationLosesTheOldBytesAtOnce) {
  {
    auto file = Create("/d/a");
    ASSERT_TRUE(file->Append("old"));
    ASSERT_TRUE(file->Sync());
    ASSERT_TRUE(fs_.SyncDirectory("/d"));
  }
  auto again = Create("/d/a");
  fs_.CrashMachine({});
  EXPECT_EQ(*fs_.ReadFile("/d/a"), "");
}

TEST_F(MemoryFileSystemCrash, ACrashKillsHandlesAndReleasesLocks) {
  auto file = Create("/d/a");
  auto lock = fs_.Lock("/d/LOCK");
  ASSERT_TRUE(lock);
  fs_.CrashProcess();
  EXPECT_FALSE(file->Append("x"));
  EXPECT_FALSE(file->Sync());
  auto again = fs_.Lock("/d/LOCK");
  ASSERT_TRUE(again);
  lock->reset();  // the dead store's lock does not take the living one's away
  EXPECT_FALSE(fs_.Lock("/d/LOCK"));
}

}  // namespace
}  // namespace bitladder::engine
