// Buffered, mapped and direct reads give the same bytes and cost what they should.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "engine/io/file_system.h"
#include "engine/io/kernel_reads.h"
#include "engine/io/read_counters.h"

namespace bitladder::engine {
namespace {

class ReadModes : public testing::Test {
 protected:
  ReadModes() {
    // Beside the test program, as a temporary directory may be kept in memory.
    std::string pattern = (std::filesystem::current_path() / "bitladder_modes_XXXXXX").string();
    EXPECT_NE(::mkdtemp(pattern.data()), nullptr);
    directory_ = pattern;
  }
  ~ReadModes() override { std::filesystem::remove_all(directory_); }

  std::string Write(std::size_t bytes) {
    const std::string path = directory_ + "/file";
    contents_.resize(bytes);
    for (std::size_t i = 0; i < bytes; ++i) contents_[i] = static_cast<char>(i * 2654435761u >> 13);
    auto file = PosixFileSystem().CreateWritable(path);
    EXPECT_TRUE(file);
    EXPECT_TRUE((*file)->Append(contents_));
    EXPECT_TRUE((*file)->Sync());
    return path;
  }

  std::string directory_;
  std::string contents_;
};

TEST_F(ReadModes, GiveTheSameBytesForEveryRange) {
  const std::string path = Write(3 * 4096 + 904);
  for (const ReadMode mode : {ReadMode::kBuffered, ReadMode::kMmap, ReadMode::kDirect}) {
    const auto file = PosixFileSystem().OpenRandomAccess(path, mode);
    if (!file && mode == ReadMode::kDirect) GTEST_SKIP() << file.error().message;
    ASSERT_TRUE(file) << file.error().message;
    for (const std::size_t offset : {0, 1, 904, 4095, 4096, 4097, 8191, 12288, 13191, 13192}) {
      for (const std::size_t size : {0, 1, 2, 903, 904, 905, 4095, 4096, 4097, 9000, 13192}) {
        std::string scratch(size, '\0');
        const auto view = (*file)->Read(offset, size, scratch.data());
        ASSERT_EQ(view.has_value(), offset + size <= contents_.size());
        if (view) {
          ASSERT_EQ(*view, std::string_view(contents_).substr(offset, size));
        } else {
          ASSERT_EQ(view.error().code, ErrorCode::kCorruption);
        }
      }
    }
  }
}

TEST_F(ReadModes, CountWhatWasAskedForAndWhatWasCalled) {
  const std::string path = Write(10 * 4096 + 904);
  struct Case {
    ReadMode mode;
    ReadCounts
        expected;  // of three reads of 100 bytes: one across pages, one in the last 904 bytes
  };
  for (const Case& expected :
       {Case{ReadMode::kBuffered, {3, 300, 3, 300}}, Case{ReadMode::kMmap, {3, 300, 0, 0}},
        Case{ReadMode::kDirect, {3, 300, 3, 3 * 4096 + 904}}}) {
    ReadCounters counters;
    const auto file_system = NewCountingPosixFileSystem(&counters);
    const auto file = file_system->OpenRandomAccess(path, expected.mode);
    if (!file && expected.mode == ReadMode::kDirect) GTEST_SKIP() << file.error().message;
    ASSERT_TRUE(file);
    char scratch[100];
    ASSERT_TRUE((*file)->Read(0, 100, scratch));
    ASSERT_TRUE((*file)->Read(4050, 100, scratch));
    ASSERT_TRUE((*file)->Read(10 * 4096 + 1, 100, scratch));
    EXPECT_EQ(counters.Snapshot(), expected.expected);
  }
}

// 1000 reads of cached pages fetch nothing; with O_DIRECT they fetch 1000 pages, cached or not.
TEST_F(ReadModes, OnlyDirectReadsReachTheDeviceWhenThePageCacheIsWarm) {
  const std::string path = Write(1000 * 4096);
  const auto read_all = [&](ReadMode mode) -> Result<std::uint64_t> {
    const auto file = PosixFileSystem().OpenRandomAccess(path, mode);
    if (!file) return tl::unexpected(file.error());
    const auto before = KernelReadBytes();
    if (!before) return before;
    std::string scratch(4096, '\0');
    for (std::uint64_t page = 0; page < 1000; ++page) {
      ENGINE_TRY((*file)->Read(page * 4096, 4096, scratch.data()));
    }
    const auto after = KernelReadBytes();
    if (!after) return after;
    return *after - *before;
  };
  ASSERT_TRUE(PosixFileSystem().ReadFile(path));  // warms the page cache
  const auto buffered = read_all(ReadMode::kBuffered);
  if (!buffered) GTEST_SKIP() << buffered.error().message;
  EXPECT_EQ(*buffered, 0u);
  const auto direct = read_all(ReadMode::kDirect);
  if (!direct) GTEST_SKIP() << direct.error().message;
  EXPECT_EQ(*direct, 1000u * 4096u);
}

TEST_F(ReadModes, DirectReadsAreRefusedWhereFilesLiveInMemory) {
  if (!std::filesystem::exists("/dev/shm")) GTEST_SKIP() << "/dev/shm is missing";
  std::string path = "/dev/shm/bitladder_XXXXXX";
  const int fd = ::mkstemp(path.data());
  if (fd < 0) GTEST_SKIP() << "/dev/shm cannot be written";
  ::close(fd);
  const auto file = PosixFileSystem().OpenRandomAccess(path, ReadMode::kDirect);
  ::unlink(path.c_str());
  ASSERT_FALSE(file);
  EXPECT_EQ(file.error().code, ErrorCode::kInvalidArgument);
  EXPECT_NE(file.error().message.find(path), std::string::npos);
}

}  // namespace
}  // namespace bitladder::engine
