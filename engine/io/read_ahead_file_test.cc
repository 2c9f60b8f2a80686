#include "engine/io/read_ahead_file.h"

#include <gtest/gtest.h>

#include <string>

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

TEST(ReadAheadFile, AFailedReadLeavesNothingBehind) {
  MemoryFileSystem memory;
  memory.SetContents("/a", Contents(300));
  FaultyFileSystem faulty(memory);
  const auto below = faulty.OpenRandomAccess("/a", ReadMode::kBuffered);
  ASSERT_TRUE(below);
  const ReadAheadFile file(**below, 64);
  char scratch[8];
  faulty.Arm({.at = 1, .lasting = false});
  EXPECT_FALSE(file.Read(0, 8, scratch));
  const auto view = file.Read(0, 8, scratch);
  ASSERT_TRUE(view);
  EXPECT_EQ(*view, Contents(300).substr(0, 8));
}

}  // namespace
}  // namespace bitladder::engine
