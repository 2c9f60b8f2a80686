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

TEST(LineFile, AppendsLinesAfterTheSizeItIsOpenedAt) {
  const TemporaryDirectory directory;
  const std::string path = directory.File("points.jsonl");
  WriteText(path, "whole\ntorn");
  {
    auto file = LineFile::OpenAt(path, 6);
    ASSERT_TRUE(file.has_value()) << file.error().message;
    ASSERT_TRUE((*file)->Append("second").has_value());
    ASSERT_TRUE((*file)->Append("third").has_value());
  }
  EXPECT_EQ(ReadText(path), "whole\nsecond\nthird\n");
}

TEST(LineFile, NamesThePathThatCannotBeOpened) {
  const TemporaryDirectory directory;
  const auto file = LineFile::OpenAt(directory.File("missing/points.jsonl"), 0);
  ASSERT_FALSE(file.has_value());
  EXPECT_THAT(file.error().message, HasSubstr("missing/points.jsonl"));
}

}  // namespace
}  // namespace bitladder::experiments
