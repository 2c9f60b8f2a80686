#include "engine/io/read_ahead_file.h"

#include <gtest/gtest.h>

#include <cstring>
#include <string>
#include <utility>

#include "engine/io/faulty_file_system.h"
#include "engine/io/memory_file_system.h"

namespace bitladder::engine {
namespace {

std::string Contents(std::size_t bytes) {
  std::string contents(bytes, '\0');
  for (std::size_t i = 0; i < bytes; ++i) contents[i] = static_cast<char>(i * 2654435761u >> 13);
  return contents;
}

TEST(ReadAheadFile, GivesTheSameBytesWithFewReads) {
  MemoryFileSystem memory;
  const std::string contents = Contents(10000);
  memory.SetContents("/a", contents);
  FaultyFileSystem counted(memory);
  const auto below = counted.OpenRandomAccess("/a", ReadMode::kBuffered);
  ASSERT_TRUE(below);
  counted.Arm({});
  const ReadAheadFile file(**below, 1000);
  for (std::size_t offset = 0; offset < contents.size(); offset += 100) {
    std::string scratch(100, '\0');
    const auto view = file.Read(offset, 100, scratch.data());
    ASSERT_TRUE(view);
    ASSERT_EQ(*view, std::string_view(contents).substr(offset, 100));
  }
  EXPECT_EQ(counted.Calls(FaultTarget::kRead), 10u);
}

TEST(ReadAheadFile, AnswersEveryRangeAsTheFileItself) {
  MemoryFileSystem memory;
  const std::string contents = Contents(300);
  memory.SetContents("/a", contents);
  const auto below = memory.OpenRandomAccess("/a", ReadMode::kBuffered);
  ASSERT_TRUE(below);
  const ReadAheadFile file(**below, 64);
  // Forward, backward, across the buffer's edge, beyond its size and beyond the file.
  for (const std::uint64_t offset : {0, 10, 60, 5, 64, 128, 290, 299, 300, 301, 0}) {
    for (const std::size_t size : {0, 1, 10, 63, 64, 65, 200}) {
      std::string scratch(size, '\0');
      const auto view = file.Read(offset, size, scratch.data());
      ASSERT_EQ(view.has_value(), offset + size <= contents.size()) << offset << " " << size;
      if (view) {
        ASSERT_EQ(*view, std::string_view(contents).substr(offset, size));
      }
    }
  }
}

// Fails every read at or beyond `limit`, after writing into the buffer that it was given.
class ScribblingFile final : public RandomAccessFile {
 public:
  ScribblingFile(std::string contents, std::uint64_t limit)
      : contents_(std::move(contents)), limit_(limit) {}
  Result<std::string_view> Read(std::uint64_t offset, std::size_t size,
                                char* scratch) const override {
    std::memset(scratch, 'x', size);
    if (offset >= limit_) return Fail(ErrorCode::kIo, "/a: no");
    std::memcpy(scratch, contents_.data() + offset, size);
    return std::string_view(scratch, size);
  }
  std::uint64_t size() const override { return contents_.size(); }
  const std::string& path() const override { return path_; }

 private:
  std::string contents_;
  std::uint64_t limit_;
  std::string path_ = "/a";
};

TEST(ReadAheadFile, AFailedReadLeavesNothingBehind) {
  const std::string contents = Contents(300);
  const ScribblingFile below(contents, 200);
  const ReadAheadFile file(below, 64);
  char scratch[8];
  for (const std::uint64_t offset : {0, 200, 0, 8, 250, 8}) {
    const auto view = file.Read(offset, 8, scratch);
    ASSERT_EQ(view.has_value(), offset < 200);
    if (view) {
      EXPECT_EQ(*view, std::string_view(contents).substr(offset, 8));
    }
  }
}

}  // namespace
}  // namespace bitladder::engine
