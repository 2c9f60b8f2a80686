// What only the real disk can do wrong.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <linux/magic.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/vfs.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "engine/io/file_system.h"

namespace bitladder::engine {
namespace {

class PosixFileSystemTest : public testing::Test {
 protected:
  PosixFileSystemTest() {
    std::string pattern = (std::filesystem::temp_directory_path() / "bitladder_io_XXXXXX").string();
    EXPECT_NE(::mkdtemp(pattern.data()), nullptr);
    directory_ = pattern;
  }
  ~PosixFileSystemTest() override { std::filesystem::remove_all(directory_); }
  std::string directory_;
};

TEST_F(PosixFileSystemTest, AFullDiskIsNoSpaceAndStaysAnError) {
  if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "/dev/full is missing";
  auto file = PosixFileSystem().CreateWritable("/dev/full");
  ASSERT_TRUE(file) << file.error().message;
  ASSERT_TRUE((*file)->Append("x"));  // into the buffer
  const Status flushed = (*file)->Flush();
  ASSERT_FALSE(flushed);
  EXPECT_EQ(flushed.error().code, ErrorCode::kNoSpace);
  EXPECT_NE(flushed.error().message.find("/dev/full"), std::string::npos);
  EXPECT_FALSE((*file)->Append("y"));
  EXPECT_FALSE((*file)->Sync());
  EXPECT_FALSE((*file)->Close());
}

TEST_F(PosixFileSystemTest, ShortWritesAreContinued) {
  // A file size limit cuts one write short and fails the next with EFBIG: the error must name it,
  // and the bytes before it must be there.
  const std::string path = directory_ + "/limited";
  const pid_t child = ::fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    std::signal(SIGXFSZ, SIG_IGN);
    const rlimit limit{100000, 100000};
    if (::setrlimit(RLIMIT_FSIZE, &limit) != 0) ::_exit(3);
    auto file = PosixFileSystem().CreateWritable(path);
    if (!file) ::_exit(4);
    const Status status = (*file)->Append(std::string(150000, 'x'));
    ::_exit(!status && status.error().code == ErrorCode::kIo ? 0 : 5);
  }
  int exit_status = 0;
  ASSERT_EQ(::waitpid(child, &exit_status, 0), child);
  EXPECT_EQ(exit_status, 0);
  EXPECT_EQ(*PosixFileSystem().FileSize(path), 100000u);
}

TEST_F(PosixFileSystemTest, AnotherProcessCannotTakeTheLock) {
  const std::string path = directory_ + "/LOCK";
  auto lock = PosixFileSystem().Lock(path);
  ASSERT_TRUE(lock);
  const pid_t child = ::fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    const auto second = PosixFileSystem().Lock(path);
    ::_exit(!second && second.error().code == ErrorCode::kBusy ? 0 : 1);
  }
  int exit_status = 0;
  ASSERT_EQ(::waitpid(child, &exit_status, 0), child);
  EXPECT_EQ(exit_status, 0);
}

TEST_F(PosixFileSystemTest, ADirectoryIsNotReadAsAFile) {
  for (const ReadMode mode : {ReadMode::kBuffered, ReadMode::kMmap, ReadMode::kDirect}) {
    EXPECT_FALSE(PosixFileSystem().OpenRandomAccess(directory_, mode));
  }
  EXPECT_FALSE(PosixFileSystem().ReadFile(directory_));
}

TEST_F(PosixFileSystemTest, AFileThatShrankWhileOpenIsCorruption) {
  const std::string path = directory_ + "/a";
  for (const ReadMode mode : {ReadMode::kBuffered, ReadMode::kDirect}) {
    std::ofstream(path) << std::string(10000, 'x');
    auto file = PosixFileSystem().OpenRandomAccess(path, mode);
    if (!file && mode == ReadMode::kDirect) GTEST_SKIP() << file.error().message;
    ASSERT_TRUE(file);
    ASSERT_EQ(::truncate(path.c_str(), 5000), 0);
    std::string scratch(200, '\0');
    EXPECT_TRUE((*file)->Read(4000, 200, scratch.data()));
    const auto view = (*file)->Read(4900, 200, scratch.data());
    ASSERT_FALSE(view);
    EXPECT_EQ(view.error().code, ErrorCode::kCorruption) << view.error().message;
  }
}

}  // namespace
}  // namespace bitladder::engine
