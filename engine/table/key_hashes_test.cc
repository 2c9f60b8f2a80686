#include "engine/table/key_hashes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "engine/table/table_for_test.h"

namespace bitladder::engine {
namespace {

std::vector<KeyHash> SomeHashes(std::size_t count) {
  std::vector<KeyHash> hashes;
  for (std::size_t i = 0; i < count; ++i) hashes.push_back(HashUserKey(NumberedKey(i)));
  return hashes;
}

std::string Write(MemoryFileSystem& file_system, const std::vector<KeyHash>& hashes) {
  auto file = file_system.CreateWritable("/h");
  EXPECT_TRUE(file);
  EXPECT_TRUE(WriteKeyHashes(**file, hashes));
  EXPECT_TRUE((*file)->Close());
  return *file_system.ReadFile("/h");
}

bool Same(const std::vector<KeyHash>& a, const std::vector<KeyHash>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const KeyHash& x, const KeyHash& y) {
    return x.wide == y.wide && x.leveldb == y.leveldb;
  });
}

TEST(KeyHashes, ComeBackWhateverTheirNumber) {
  for (const std::size_t count : {0, 1, 4095, 4096, 4097, 10000}) {
    MemoryFileSystem file_system;
    const auto hashes = SomeHashes(count);
    Write(file_system, hashes);
    const auto read = ReadKeyHashes(file_system, "/h");
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_TRUE(Same(*read, hashes)) << count;
  }
}

TEST(KeyHashes, AnyFlippedBitAndAnyOtherLengthIsAnErrorWithPathAndOffset) {
  MemoryFileSystem file_system;
  const std::string bytes = Write(file_system, SomeHashes(50));
  const auto expect_error = [&](const std::string& damaged) {
    file_system.SetContents("/h", damaged);
    const auto read = ReadKeyHashes(file_system, "/h");
    ASSERT_FALSE(read);
    EXPECT_EQ(read.error().code, ErrorCode::kCorruption);
    EXPECT_NE(read.error().message.find("/h: at offset "), std::string::npos);
  };
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    expect_error(bytes.substr(0, i));
    for (int bit = 0; bit < 8; ++bit) {
      std::string damaged = bytes;
      damaged[i] = static_cast<char>(damaged[i] ^ (1 << bit));
      expect_error(damaged);
    }
  }
  expect_error(bytes + '\0');
}

TEST(KeyHashes, AMissingFileIsNotFound) {
  MemoryFileSystem file_system;
  const auto read = ReadKeyHashes(file_system, "/none");
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().code, ErrorCode::kNotFound);
}

}  // namespace
}  // namespace bitladder::engine
