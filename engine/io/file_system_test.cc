// What every file system owes its callers, run over each implementation.
#include "engine/io/file_system.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "engine/io/memory_file_system.h"

namespace bitladder::engine {
namespace {

// A file system and a directory in it that is empty and goes away with the object.
struct Ground {
  FileSystem* file_system = nullptr;
  std::string directory;
  std::shared_ptr<void> owner;
};

Ground PosixGround() {
  std::string pattern = (std::filesystem::temp_directory_path() / "bitladder_io_XXXXXX").string();
  const char* made = ::mkdtemp(pattern.data());
  EXPECT_NE(made, nullptr);
  const std::string path = pattern;
  return {&PosixFileSystem(), path,
          std::shared_ptr<void>(nullptr, [path](void*) { std::filesystem::remove_all(path); })};
}

Ground MemoryGround() {
  auto file_system = std::make_shared<MemoryFileSystem>();
  EXPECT_TRUE(file_system->CreateDirectories("/d"));
  return {file_system.get(), "/d", file_system};
}

struct Implementation {
  const char* name;
  Ground (*make)();
};

class FileSystemContract : public testing::TestWithParam<Implementation> {
 protected:
  std::string Path(const std::string& name) const { return ground_.directory + "/" + name; }
  void Write(const std::string& name, std::string_view contents) {
    auto file = fs().CreateWritable(Path(name));
    ASSERT_TRUE(file) << file.error().message;
    ASSERT_TRUE((*file)->Append(contents));
    ASSERT_TRUE((*file)->Close());
  }
  FileSystem& fs() { return *ground_.file_system; }

  Ground ground_ = GetParam().make();
};

TEST_P(FileSystemContract, ReadsBackWhatItWrote) {
  std::string big(200000, 'x');
  for (std::size_t i = 0; i < big.size(); ++i) big[i] = static_cast<char>(i * 31 >> 3);
  auto file = fs().CreateWritable(Path("a"));
  ASSERT_TRUE(file);
  // Pieces below, at and above any buffer's size.
  for (std::size_t at = 0, piece = 1; at < big.size(); at += piece, piece = piece * 3 + 1) {
    ASSERT_TRUE((*file)->Append(std::string_view(big).substr(at, piece)));
  }
  ASSERT_TRUE((*file)->Close());
  EXPECT_EQ(*fs().ReadFile(Path("a")), big);
  EXPECT_EQ(*fs().FileSize(Path("a")), big.size());

  for (const ReadMode mode : {ReadMode::kBuffered, ReadMode::kMmap}) {
    auto reader = fs().OpenRandomAccess(Path("a"), mode);
    ASSERT_TRUE(reader) << reader.error().message;
    EXPECT_EQ((*reader)->size(), big.size());
    for (const auto& [offset, size] : std::vector<std::pair<std::size_t, std::size_t>>{
             {0, 0}, {0, 1}, {4095, 2}, {4096, 4096}, {1, 199999}, {0, 200000}, {200000, 0}}) {
      std::string scratch(size, '\0');
      const auto view = (*reader)->Read(offset, size, scratch.data());
      ASSERT_TRUE(view) << view.error().message;
      EXPECT_EQ(*view, std::string_view(big).substr(offset, size));
    }
  }
}

TEST_P(FileSystemContract, FlushedBytesAreSeenByReadersWhileTheFileIsOpen) {
  auto file = fs().CreateWritable(Path("a"));
  ASSERT_TRUE(file);
  ASSERT_TRUE((*file)->Append("abc"));
  ASSERT_TRUE((*file)->Flush());
  EXPECT_EQ(*fs().ReadFile(Path("a")), "abc");
  ASSERT_TRUE((*file)->Append("def"));
  ASSERT_TRUE((*file)->Sync());
  EXPECT_EQ(*fs().ReadFile(Path("a")), "abcdef");
}

TEST_P(FileSystemContract, AReadPastTheEndIsCorruptionThatNamesPathAndOffset) {
  Write("short", "0123456789");
  for (const ReadMode mode : {ReadMode::kBuffered, ReadMode::kMmap}) {
    auto reader = fs().OpenRandomAccess(Path("short"), mode);
    ASSERT_TRUE(reader);
    char scratch[16];
    for (const auto& [offset, size] : std::vector<std::pair<std::uint64_t, std::size_t>>{
             {5, 6}, {10, 1}, {11, 0}, {~std::uint64_t{0}, 2}, {~std::uint64_t{0} - 1, 16}}) {
      const auto view = (*reader)->Read(offset, size, scratch);
      ASSERT_FALSE(view) << offset;
      EXPECT_EQ(view.error().code, ErrorCode::kCorruption);
      EXPECT_NE(view.error().message.find(Path("short")), std::string::npos);
      EXPECT_NE(view.error().message.find(fmt::to_string(offset)), std::string::npos);
    }
  }
}

TEST_P(FileSystemContract, EveryErrorOfAMissingFileIsNotFoundAndNamesThePath) {
  const std::string path = Path("no/such");
  const std::vector<std::pair<const char*, std::function<Error()>>> calls = {
      {"buffered", [&] { return fs().OpenRandomAccess(path, ReadMode::kBuffered).error(); }},
      {"mmap", [&] { return fs().OpenRandomAccess(path, ReadMode::kMmap).error(); }},
      {"create", [&] { return fs().CreateWritable(path).error(); }},
      {"read", [&] { return fs().ReadFile(path).error(); }},
      {"list", [&] { return fs().ListDirectory(path).error(); }},
      {"size", [&] { return fs().FileSize(path).error(); }},
      {"remove", [&] { return fs().Remove(path).error(); }},
      {"rename", [&] { return fs().Rename(path, Path("x")).error(); }},
      {"sync", [&] { return fs().SyncDirectory(path).error(); }},
      {"lock", [&] { return fs().Lock(path).error(); }},
  };
  for (const auto& [name, call] : calls) {
    const Error error = call();
    EXPECT_EQ(error.code, ErrorCode::kNotFound) << name;
    EXPECT_NE(error.message.find(path), std::string::npos) << name << ": " << error.message;
  }
  EXPECT_FALSE(*fs().Exists(path));
}

TEST_P(FileSystemContract, RenameReplacesTheTarget) {
  Write("from", "new");
  Write("to", "old");
  ASSERT_TRUE(fs().Rename(Path("from"), Path("to")));
  EXPECT_EQ(*fs().ReadFile(Path("to")), "new");
  EXPECT_FALSE(*fs().Exists(Path("from")));
}

TEST_P(FileSystemContract, CreationTruncates) {
  Write("a", "something long");
  Write("a", "x");
  EXPECT_EQ(*fs().ReadFile(Path("a")), "x");
}

TEST_P(FileSystemContract, ListsNamesInOrder) {
  Write("b", "");
  Write("a", "");
  ASSERT_TRUE(fs().CreateDirectories(Path("c/d")));
  ASSERT_TRUE(fs().CreateDirectories(Path("c/d")));
  EXPECT_EQ(*fs().ListDirectory(ground_.directory), (std::vector<std::string>{"a", "b", "c"}));
  EXPECT_EQ(*fs().ListDirectory(Path("c")), std::vector<std::string>{"d"});
  ASSERT_TRUE(fs().Remove(Path("a")));
  EXPECT_EQ(*fs().ListDirectory(ground_.directory), (std::vector<std::string>{"b", "c"}));
  EXPECT_TRUE(fs().SyncDirectory(ground_.directory));
}

TEST_P(FileSystemContract, ADirectoryCannotTakeAFilesPlace) {
  Write("a", "");
  EXPECT_FALSE(fs().CreateDirectories(Path("a")));
  EXPECT_FALSE(fs().CreateDirectories(Path("a/b")));
  ASSERT_TRUE(fs().CreateDirectories(Path("d")));
  EXPECT_FALSE(fs().CreateWritable(Path("d")));
}

TEST_P(FileSystemContract, TwoLocksOfOneProcessKeepEachOtherOut) {
  auto first = fs().Lock(Path("LOCK"));
  ASSERT_TRUE(first);
  const auto second = fs().Lock(Path("LOCK"));
  ASSERT_FALSE(second);
  EXPECT_EQ(second.error().code, ErrorCode::kBusy);
  EXPECT_NE(second.error().message.find(Path("LOCK")), std::string::npos);
  first->reset();
  EXPECT_TRUE(fs().Lock(Path("LOCK")));
}

TEST_P(FileSystemContract, AnEmptyFileCanBeReadInEveryMode) {
  Write("empty", "");
  for (const ReadMode mode : {ReadMode::kBuffered, ReadMode::kMmap}) {
    auto reader = fs().OpenRandomAccess(Path("empty"), mode);
    ASSERT_TRUE(reader) << reader.error().message;
    EXPECT_EQ((*reader)->size(), 0u);
    char scratch[1];
    EXPECT_FALSE((*reader)->Read(0, 1, scratch));
  }
}

INSTANTIATE_TEST_SUITE_P(All, FileSystemContract,
                         testing::Values(Implementation{"Posix", PosixGround},
                                         Implementation{"Memory", MemoryGround}),
                         [](const auto& tested) { return std::string(tested.param.name); });

}  // namespace
}  // namespace bitladder::engine
