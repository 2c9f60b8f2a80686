#include "engine/table/block_io.h"

#include <gtest/gtest.h>
#include <snappy.h>

#include <string>
#include <vector>

#include "engine/table/table_for_test.h"

namespace bitladder::engine {
namespace {

class BlockIo : public testing::Test {
 protected:
  Result<Block> Read(const std::string& contents, const BlockHandle& handle, bool verify = true) {
    file_system_.SetContents("/f", contents);
    file_ = *file_system_.OpenRandomAccess("/f", ReadMode::kBuffered);
    return ReadBlock(*file_, handle, verify);
  }
  // A block as a forger would write it: any type and payload, with a checksum that fits.
  static std::string WithTrailer(std::string payload, char type) {
    payload.push_back(type);
    AppendFixed32(&payload, MaskCrc(Crc32c(payload)));
    return payload;
  }
  void ExpectCorrupt(const std::string& contents, const BlockHandle& handle) {
    const auto block = Read(contents, handle);
    ASSERT_FALSE(block);
    EXPECT_EQ(block.error().code, ErrorCode::kCorruption);
    EXPECT_EQ(block.error().message.find("/f: at offset "), 0u) << block.error().message;
  }

  MemoryFileSystem file_system_;
  std::unique_ptr<RandomAccessFile> file_;
};

TEST_F(BlockIo, GivesBackPayloadsCompressedOrNot) {
  for (const std::string& payload :
       {std::string(), std::string("x"), std::string(5000, 'a'), NoiseValue(5000, 1)}) {
    for (const Compression compression : {Compression::kNone, Compression::kSnappy}) {
      std::string file = "before";
      const std::size_t size = AppendBlock(&file, payload, compression);
      const auto block = Read(file, {6, size});
      ASSERT_TRUE(block) << block.error().message;
      EXPECT_EQ(block->payload, payload);
      EXPECT_EQ(block->compression == Compression::kSnappy, size != payload.size());
    }
  }
}

TEST_F(BlockIo, CompressesOnlyWhatGetsAnEighthSmaller) {
  std::string file;
  EXPECT_EQ(AppendBlock(&file, NoiseValue(4000, 1), Compression::kSnappy), 4000u);
  const std::string barely = std::string(400, 'a') + NoiseValue(3600, 1);  // saves a tenth
  EXPECT_EQ(AppendBlock(&file, barely, Compression::kSnappy), 4000u);
  EXPECT_LT(AppendBlock(&file, std::string(600, 'a') + NoiseValue(3400, 1), Compression::kSnappy),
            3500u);
}

TEST_F(BlockIo, RefusesHandlesBeyondTheFile) {
  std::string file;
  AppendBlock(&file, "payload", Compression::kNone);
  for (const BlockHandle& handle :
       {BlockHandle{0, 8}, BlockHandle{1, 7}, BlockHandle{12, 0}, BlockHandle{1000, 7},
        BlockHandle{0, ~std::uint64_t{0}}, BlockHandle{~std::uint64_t{0}, 7},
        BlockHandle{~std::uint64_t{0} - 6, 7}}) {
    ExpectCorrupt(file, handle);
  }
}

TEST_F(BlockIo, VerifiesTheChecksumUnlessToldNotTo) {
  std::string file;
  AppendBlock(&file, "payload", Compression::kNone);
  file[2] ^= 1;
  ExpectCorrupt(file, {0, 7});
  const auto block = Read(file, {0, 7}, false);
  ASSERT_TRUE(block);
  EXPECT_EQ(block->payload, "paxload");
}

TEST_F(BlockIo, RefusesUnknownTypesAndForgedCompression) {
  ExpectCorrupt(WithTrailer("payload", 2), {0, 7});
  ExpectCorrupt(WithTrailer("payload", '\xff'), {0, 7});
  std::string compressed;
  snappy::Compress("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", 36, &compressed);
  ExpectCorrupt(WithTrailer(compressed.substr(0, compressed.size() - 1), 1),
                {0, compressed.size() - 1});
  ExpectCorrupt(WithTrailer("", 1), {0, 0});
  // Five bytes that say that they hold 4 GiB: refused before any memory is asked for.
  const std::string bomb = "\xff\xff\xff\xff\x0f";
  const auto block = Read(WithTrailer(bomb, 1), {0, bomb.size()});
  ASSERT_FALSE(block);
  EXPECT_NE(block.error().message.find("uncompressed length"), std::string::npos);
}

// The limit must let the densest compression pass that there is.
TEST_F(BlockIo, TakesTheDensestSnappyThereIs) {
  const std::string payload(1 << 20, 'a');
  std::string file;
  const std::size_t size = AppendBlock(&file, payload, Compression::kSnappy);
  EXPECT_LT(size, payload.size() / 20);
  const auto block = Read(file, {0, size});
  ASSERT_TRUE(block) << block.error().message;
  EXPECT_EQ(block->payload, payload);
}

}  // namespace
}  // namespace bitladder::engine
