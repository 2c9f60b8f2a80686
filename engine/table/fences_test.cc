#include "engine/table/fences.h"

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

#include "engine/table/block_builder.h"
#include "engine/table/table_for_test.h"

namespace bitladder::engine {
namespace {

struct TestFence {
  std::string key;
  BlockHandle handle;
};

Result<Fences> Decode(const std::vector<TestFence>& fences, std::uint64_t data_end) {
  BlockBuilder builder(1);
  for (const TestFence& fence : fences) {
    std::string handle;
    AppendBlockHandle(&handle, fence.handle);
    builder.Add(fence.key, handle);
  }
  return Fences::FromIndexBlock(builder.Finish(), data_end);
}

std::vector<TestFence> ThreeFences() {
  return {{InternalKey("c", 5), {0, 100}},
          {InternalKey("f", 5), {105, 50}},
          {InternalKey("f", 3), {200, 50}}};
}

TEST(Fences, FindTheOnlyBlockThatCanHoldAKey) {
  const auto fences = Decode(ThreeFences(), 255);
  ASSERT_TRUE(fences) << fences.error().message;
  ASSERT_EQ(fences->size(), 3u);
  EXPECT_EQ(fences->Find(InternalKey("a", 1)), 0u);
  EXPECT_EQ(fences->Find(InternalKey("c", 5)), 0u);
  EXPECT_EQ(fences->Find(InternalKey("c", 4)), 1u);
  EXPECT_EQ(fences->Find(InternalKey("f", 9)), 1u);
  EXPECT_EQ(fences->Find(InternalKey("f", 4)), 2u);
  EXPECT_EQ(fences->Find(InternalKey("f", 3)), 2u);
  EXPECT_EQ(fences->Find(InternalKey("f", 2)), std::nullopt);
  EXPECT_EQ(fences->Find(InternalKey("g", 9)), std::nullopt);
  EXPECT_EQ(fences->handle(1), (BlockHandle{105, 50}));
  EXPECT_EQ(fences->key(2), InternalKey("f", 3));
}

TEST(Fences, OfATableWithoutBlocksFindNothing) {
  const auto fences = Decode({}, 0);
  ASSERT_TRUE(fences);
  EXPECT_EQ(fences->Find(InternalKey("a", 1)), std::nullopt);
}

struct Forged {
  const char* what;
  std::size_t fence;
  TestFence replacement;
};

TEST(Fences, ThatContradictThemselvesAreRefused) {
  const std::vector<Forged> cases = {
      {"the same key twice", 1, {InternalKey("c", 5), {105, 50}}},
      {"a key below the one before", 1, {InternalKey("b", 5), {105, 50}}},
      {"a key that is no internal key", 1, {"short", {105, 50}}},
      {"a block that begins in the one before", 1, {InternalKey("f", 5), {104, 50}}},
      {"a block that ends in the next", 1, {InternalKey("f", 5), {105, 91}}},
      {"a block beyond the data", 2, {InternalKey("f", 3), {200, 51}}},
      {"a block that wraps around", 2, {InternalKey("f", 3), {200, ~std::uint64_t{0} - 100}}},
      {"an offset that wraps around", 2, {InternalKey("f", 3), {~std::uint64_t{0} - 2, 50}}},
  };
  for (const Forged& forged : cases) {
    std::vector<TestFence> fences = ThreeFences();
    fences[forged.fence] = forged.replacement;
    const auto decoded = Decode(fences, 255);
    ASSERT_FALSE(decoded) << forged.what;
    EXPECT_EQ(decoded.error().code, ErrorCode::kCorruption);
  }
  BlockBuilder builder(1);
  builder.Add(InternalKey("c", 5), std::string("\x00\x64\x00", 3));  // a byte after the handle
  EXPECT_FALSE(Fences::FromIndexBlock(builder.Finish(), 255));
}

}  // namespace
}  // namespace bitladder::engine
