#include "engine/table/verify.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "engine/table/block_io.h"
#include "engine/table/properties_block.h"
#include "engine/table/table_for_test.h"
#include "engine/table/table_parts.h"

namespace bitladder::engine {
namespace {

std::vector<TestEntry> Entries() {
  std::vector<TestEntry> entries;
  for (std::size_t i = 0; i < 30; ++i) {
    for (std::uint64_t version = i % 3 + 1; version > 0; --version) {
      entries.push_back({NumberedKey(i), 10 * i + version,
                         version == 3 ? ValueType::kDeletion : ValueType::kValue,
                         version == 3 ? "" : NoiseValue(i, i)});
    }
  }
  return entries;
}

class VerifyTableTest : public testing::Test {
 protected:
  VerifyTableTest() { written_ = WriteTable(file_system_, "/t", Entries(), {.block_bytes = 256}); }
  std::string Bytes() { return *file_system_.ReadFile("/t"); }
  Result<TableProperties> Verify() { return VerifyTable(file_system_, "/t", "/t.hashes"); }
  void ExpectError(const std::string& what) {
    const auto verified = Verify();
    ASSERT_FALSE(verified);
    EXPECT_EQ(verified.error().code, ErrorCode::kCorruption);
    EXPECT_NE(verified.error().message.find(what), std::string::npos) << verified.error().message;
    EXPECT_NE(verified.error().message.find("/t"), std::string::npos);
    EXPECT_NE(verified.error().message.find("offset "), std::string::npos);
  }
  // Replaces a block's payload by one of the same size, with a checksum that fits.
  void Forge(const BlockHandle& handle, const std::string& payload) {
    ASSERT_EQ(payload.size(), handle.size);
    std::string bytes = Bytes();
    std::string block;
    AppendBlock(&block, payload, Compression::kNone);
    bytes.replace(handle.offset, block.size(), block);
    file_system_.SetContents("/t", bytes);
  }
  TableParts Parts() { return *OpenTableParts(file_system_, "/t", ReadMode::kBuffered); }

  MemoryFileSystem file_system_;
  TableProperties written_;
};

TEST_F(VerifyTableTest, CountsWhatTheWriterCounted) {
  const auto verified = Verify();
  ASSERT_TRUE(verified) << verified.error().message;
  EXPECT_EQ(*verified, written_);
  EXPECT_EQ(verified->entries, 60u);
  EXPECT_EQ(verified->distinct_keys, 30u);
  EXPECT_EQ(verified->deletions, 10u);
}

TEST_F(VerifyTableTest, FindsEveryFlippedBitPaddingIncluded) {
  const std::string bytes = Bytes();
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    for (int bit = 0; bit < 8; ++bit) {
      std::string damaged = bytes;
      damaged[i] = static_cast<char>(damaged[i] ^ (1 << bit));
      file_system_.SetContents("/t", damaged);
      const auto verified = Verify();
      ASSERT_FALSE(verified) << "byte " << i << " bit " << bit;
      ASSERT_EQ(verified.error().code, ErrorCode::kCorruption);
    }
  }
}

TEST_F(VerifyTableTest, FindsAFilterThatSaysNo) {
  const TableParts parts = Parts();
  const auto filter = ReadBlock(*parts.file, parts.filter_handle, true);
  ASSERT_TRUE(filter);
  std::string payload(filter->payload);
  payload[3] = 0;  // takes some of the bits away
  Forge(parts.filter_handle, payload);
  ExpectError("filter");
}

TEST_F(VerifyTableTest, FindsAFilterThatSaysMoreThanItShould) {
  const TableParts parts = Parts();
  const auto filter = ReadBlock(*parts.file, parts.filter_handle, true);
  ASSERT_TRUE(filter);
  std::string payload(filter->payload);
  payload[3] = '\xff';  // no key is missed, but the rate is not the one promised
  Forge(parts.filter_handle, payload);
  ExpectError("not the one that its keys give");
}

TEST_F(VerifyTableTest, FindsPropertiesThatDoNotDescribeTheTable) {
  const TableParts parts = Parts();
  TableProperties forged = *parts.properties;
  forged.deletions = 9;
  Forge(parts.properties_handle, EncodeProperties(forged));
  ExpectError("the properties say 9 deletions, the table holds 10");
  forged = *parts.properties;
  forged.smallest[0] = '1';
  Forge(parts.properties_handle, EncodeProperties(forged));
  ExpectError("other end keys");
}

TEST_F(VerifyTableTest, FindsPropertiesWithMoreBitsPerKeyThanAnyFilterHas) {
  const FilterSpec most{FilterKind::kBloom, kMaxBitsPerKey1024};
  WriteTable(file_system_, "/t", Entries(), {.block_bytes = 256}, most);
  ASSERT_TRUE(Verify());
  const TableParts parts = Parts();
  TableProperties forged = *parts.properties;
  forged.filter.bits_per_key_1024 += 1;
  Forge(parts.properties_handle, EncodeProperties(forged));
  ExpectError("properties are malformed");
}

TEST_F(VerifyTableTest, FindsKeysOutOfOrder) {
  const TableParts parts = Parts();
  const BlockHandle handle = parts.fences.handle(1);
  const auto block = ReadBlock(*parts.file, handle, true);
  ASSERT_TRUE(block);
  std::string payload(block->payload);
  // Byte 3 begins the first key of the block, which nothing else repeats.
  payload[3] = '9';
  Forge(handle, payload);
  ExpectError("fence");
}

TEST_F(VerifyTableTest, FindsAnotherTablesHashes) {
  WriteTable(file_system_, "/u", {{"other", 1, ValueType::kValue, ""}});
  file_system_.SetContents("/t.hashes", *file_system_.ReadFile("/u.hashes"));
  ExpectError("/t.hashes");
}

TEST_F(VerifyTableTest, FindsAMissingHashesFile) {
  ASSERT_TRUE(file_system_.Remove("/t.hashes"));
  const auto verified = Verify();
  ASSERT_FALSE(verified);
  EXPECT_EQ(verified.error().code, ErrorCode::kNotFound);
  EXPECT_TRUE(VerifyTable(file_system_, "/t", ""));
}

}  // namespace
}  // namespace bitladder::engine
