#include "experiments/result/durable_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cerrno>
#include <filesystem>

#include "experiments/result/temporary_directory_for_test.h"

namespace bitladder::experiments {
namespace {

using ::testing::HasSubstr;

TEST(WriteFileAtomically, ReplacesTheFileAndLeavesNothingElse) {
  const TemporaryDirectory directory;
  const std::string path = directory.File("results.json");
  ASSERT_TRUE(WriteFileAtomically(path, "old, longer contents").has_value());
  ASSERT_TRUE(WriteFileAtomically(path, "new").has_value());
  EXPECT_EQ(ReadText(path), "new");
  EXPECT_FALSE(std::filesystem::exists(path + ".tmp"));
}

TEST(WriteFileAtomically, LeavesTheOldFileWhereTheNewOneCannotBeWritten) {
  const TemporaryDirectory directory;
  const std::string path = directory.File("results.json");
  WriteText(path, "old");
  std::filesystem::create_directory(path + ".tmp");  // in the way
  const Status status = WriteFileAtomically(path, "new");
  ASSERT_FALSE(status.has_value());
  EXPECT_EQ(status.error().kind, ErrorKind::kRun);
  EXPECT_THAT(status.error().message, HasSubstr(path));
  EXPECT_EQ(ReadText(path), "old");
}

TEST(WriteFileAtomically, WritesOverWhatACrashLeftAndLeavesNothingWhereItFails) {
  const TemporaryDirectory directory;
  const std::string path = directory.File("results.json");
  WriteText(path + ".tmp", "a longer text, cut off by a cra");
  ASSERT_TRUE(WriteFileAtomically(path, "new").has_value());
  EXPECT_EQ(ReadText(path), "new");
  const std::string taken = directory.File("taken");
  std::filesystem::create_directories(taken + "/by a directory");
  EXPECT_FALSE(WriteFileAtomically(taken, "new").has_value());
  EXPECT_FALSE(std::filesystem::exists(taken + ".tmp"));
}

TEST(FileError, SaysThatRunningAgainResumesWhereTheDiskIsFull) {
  EXPECT_THAT(FileError("write", "p", ENOSPC).message,
              AllOf(HasSubstr("p: cannot write: No space left"), HasSubstr("run again")));
  EXPECT_THAT(FileError("write", "p", EIO).message, Not(HasSubstr("run again")));
}

TEST(LineFile, AppendsLinesAfterTheSizeItIsCutTo) {
  const TemporaryDirectory directory;
  const std::string path = directory.File("points.jsonl");
  WriteText(path, "whole\ntorn");
  {
    auto file = LineFile::Open(path);
    ASSERT_TRUE(file.has_value()) << file.error().message;
    ASSERT_TRUE((*file)->CutTo(6).has_value());
    ASSERT_TRUE((*file)->Append("second").has_value());
    ASSERT_TRUE((*file)->Append("third").has_value());
  }
  EXPECT_EQ(ReadText(path), "whole\nsecond\nthird\n");
}

TEST(LineFile, NamesThePathThatCannotBeOpened) {
  const TemporaryDirectory directory;
  const auto file = LineFile::Open(directory.File("missing/points.jsonl"));
  ASSERT_FALSE(file.has_value());
  EXPECT_THAT(file.error().message, HasSubstr("missing/points.jsonl"));
}

TEST(LineFile, IsOpenedByOneRunAtATime) {
  const TemporaryDirectory directory;
  const std::string path = directory.File("points.jsonl");
  WriteText(path, "kept\n");
  {
    const auto first = LineFile::Open(path);
    ASSERT_TRUE(first.has_value());
    const auto second = LineFile::Open(path);
    ASSERT_FALSE(second.has_value());
    EXPECT_EQ(second.error().kind, ErrorKind::kConfig);
    EXPECT_THAT(second.error().message, HasSubstr(path + ": another run is writing to it"));
  }
  EXPECT_TRUE(LineFile::Open(path).has_value()) << "the lock goes with the file";
  EXPECT_EQ(ReadText(path), "kept\n");
}

}  // namespace
}  // namespace bitladder::experiments
