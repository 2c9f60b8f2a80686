#include "engine/table/table_keys.h"

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
  TableKeys keys;
  keys.distinct = hashes;
  EXPECT_TRUE(WriteTableKeys(**file, keys));
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

TableKeys KeysWithLayout() {
  TableKeys keys;
  for (std::uint64_t i = 0; i < 40; ++i) {
    for (std::uint64_t version = 0; version < 1 + (i % 5 == 0) * i; ++version) {
      keys.AddVersion(NumberedKey(i), version == 0);
    }
    if (i % 8 == 7) keys.EndBlock(i * 1000, i * 1000 + 900);
  }
  return keys;
}

TEST(KeyHashes, AnyFlippedBitAndAnyOtherLengthIsAnErrorWithPathAndOffset) {
  MemoryFileSystem file_system;
  std::string bytes = Write(file_system, SomeHashes(50));
  const auto expect_error = [&](const std::string& damaged) {
    file_system.SetContents("/h", damaged);
    const auto read = ReadKeyHashes(file_system, "/h");
    ASSERT_FALSE(read);
    EXPECT_EQ(read.error().code, ErrorCode::kCorruption);
    EXPECT_NE(read.error().message.find("/h: at offset "), std::string::npos);
  };
  const auto damage_everywhere = [&] {
    for (std::size_t i = 0; i < bytes.size(); ++i) {
      expect_error(bytes.substr(0, i));
      for (int bit = 0; bit < 8; ++bit) {
        std::string damaged = bytes;
        damaged[i] = static_cast<char>(damaged[i] ^ (1 << bit));
        expect_error(damaged);
      }
    }
    expect_error(bytes + '\0');
  };
  damage_everywhere();
  auto file = file_system.CreateWritable("/h");
  ASSERT_TRUE(WriteTableKeys(**file, KeysWithLayout()));
  ASSERT_TRUE((*file)->Close());
  bytes = *file_system.ReadFile("/h");
  damage_everywhere();
}

TEST(KeyHashes, KeepTheBlocksWhereTheyAreKnown) {
  MemoryFileSystem file_system;
  const TableKeys keys = KeysWithLayout();
  auto file = file_system.CreateWritable("/h");
  ASSERT_TRUE(file);
  ASSERT_TRUE(WriteTableKeys(**file, keys));
  ASSERT_TRUE((*file)->Close());
  const auto read = ReadTableKeys(file_system, "/h");
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_TRUE(Same(read->distinct, keys.distinct));
  EXPECT_EQ(read->blocks, keys.blocks);
  EXPECT_EQ(read->repeated, keys.repeated);
  EXPECT_EQ(read->data_end, 39900u);
  ASSERT_EQ(read->blocks.size(), 5u);
  EXPECT_EQ(read->blocks[0], (BlockOfVersions{7000, 7 + 6}));  // key 5 has six versions
  EXPECT_EQ(read->repeated[0], (RepeatedKey{5, 6}));
}

// A layout whose checksum fits and whose numbers do not.
TEST(KeyHashes, RefuseForgedLayouts) {
  const auto expect_refused = [](const TableKeys& keys) {
    MemoryFileSystem file_system;
    auto file = file_system.CreateWritable("/h");
    ASSERT_TRUE(WriteTableKeys(**file, keys));
    ASSERT_TRUE((*file)->Close());
    const auto read = ReadTableKeys(file_system, "/h");
    ASSERT_FALSE(read);
    EXPECT_EQ(read.error().code, ErrorCode::kCorruption);
  };
  TableKeys keys = KeysWithLayout();
  keys.blocks[1].versions += 1;
  expect_refused(keys);
  keys = KeysWithLayout();
  keys.blocks[1].versions = ~std::uint64_t{0};
  expect_refused(keys);
  keys = KeysWithLayout();
  keys.repeated[0].versions = ~std::uint64_t{0};
  expect_refused(keys);
  keys = KeysWithLayout();
  keys.repeated.back().key = 40;  // beyond the last key
  expect_refused(keys);
  keys = KeysWithLayout();
  keys.blocks[1].offset = keys.blocks[0].offset;
  expect_refused(keys);
  keys = KeysWithLayout();
  keys.data_end = keys.blocks.back().offset;
  expect_refused(keys);
}

TEST(KeyHashes, AMissingFileIsNotFound) {
  MemoryFileSystem file_system;
  const auto read = ReadKeyHashes(file_system, "/none");
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().code, ErrorCode::kNotFound);
}

}  // namespace
}  // namespace bitladder::engine
