#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <string_view>

#include "engine/filter/filter.h"

namespace bitladder::engine {
namespace {

// From libxxhash's shared library, called from another language. Filters on disk depend on them.
TEST(WideHash, IsXxh3) {
  EXPECT_EQ(WideHash(""), 0x2d06800538d394c2ULL);
  EXPECT_EQ(WideHash("b"), 0x575a0b1c44d8843fULL);
  EXPECT_EQ(WideHash("user1"), 0xeff89d018b2aae9cULL);
  EXPECT_EQ(WideHash(std::string(300, 'x')), 0xa5d1b4607dc83554ULL);
}

// From filter_golden.py: every length of the tail, and bytes that a signed char would spoil.
TEST(LevelDbHash, TakesWordsThenTheRemainingBytesUnsigned) {
  EXPECT_EQ(LevelDbHash(""), 0xbc9f1d34U);
  EXPECT_EQ(LevelDbHash("b"), 0xef1345c4U);
  EXPECT_EQ(LevelDbHash("key"), 0x9c6446f4U);
  EXPECT_EQ(LevelDbHash("user"), 0x86ece3fbU);
  EXPECT_EQ(LevelDbHash("user1"), 0x32c579efU);
  EXPECT_EQ(LevelDbHash("\xc3\xa9\xc3\xbf"), 0x876af28bU);
  EXPECT_EQ(LevelDbHash("k\xc3\xbf"), 0xe41e408cU);
  EXPECT_EQ(LevelDbHash("a longer key of 30 bytes......"), 0xb8016d2aU);
}

TEST(HashUserKey, GivesBothHashes) {
  const KeyHash hash = HashUserKey("user1");
  EXPECT_EQ(hash.wide, WideHash("user1"));
  EXPECT_EQ(hash.leveldb, LevelDbHash("user1"));
}

}  // namespace
}  // namespace bitladder::engine
