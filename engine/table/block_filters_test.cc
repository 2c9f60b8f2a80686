#include "engine/table/block_filters.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "engine/table/block_io.h"
#include "engine/table/filter_block.h"
#include "engine/table/table_for_test.h"
#include "engine/table/table_parts.h"
#include "engine/table/verify.h"

namespace bitladder::engine {
namespace {

constexpr FilterSpec kTenBits{FilterKind::kLevelDbBloom, 10 * 1024};

std::vector<TestEntry> EntriesWithVersions(std::size_t count) {
  std::vector<TestEntry> entries;
  for (std::size_t i = 0; i < count; ++i) {
    for (std::uint64_t version = i % 9 == 4 ? 30 : 1; version > 0; --version) {
      entries.push_back({NumberedKey(2 * i), 100 + version, ValueType::kValue, NoiseValue(70, i)});
    }
  }
  return entries;
}

TEST(BlockFilters, SayMaybeToEveryVersionInItsBlock) {
  MemoryFileSystem file_system;
  const auto entries = EntriesWithVersions(300);
  for (const TableOptions& options :
       {TableOptions{.filter_layout = FilterLayout::kBlock},
        TableOptions{
            .block_bytes = 700, .block_align = false, .filter_layout = FilterLayout::kBlock},
        TableOptions{.block_bytes = 16384, .filter_layout = FilterLayout::kBlock}}) {
    WriteTable(file_system, "/t", entries, options, kTenBits);
    const auto table = OpenTable(file_system, "/t");
    ASSERT_NE(table->filter(), nullptr);
    std::string value;
    for (const TestEntry& entry : entries) {
      const auto probe = table->Get(entry.user_key, HashUserKey(entry.user_key), entry.sequence,
                                    table->filter(), &value);
      ASSERT_EQ(probe->outcome, ProbeOutcome::kFound);
    }
    const auto verified = VerifyTable(file_system, "/t", "/t.hashes");
    EXPECT_TRUE(verified) << verified.error().message;
  }
}

TEST(BlockFilters, AnswerAfterTheFencesAndBeforeTheBlock) {
  MemoryFileSystem file_system;
  WriteTable(file_system, "/t", EntriesWithVersions(300), {.filter_layout = FilterLayout::kBlock},
             kTenBits);
  const auto table = OpenTable(file_system, "/t");
  std::string value;
  std::size_t negatives = 0;
  for (std::size_t i = 0; i < 299; ++i) {
    const std::string absent = NumberedKey(2 * i + 1);
    const auto probe =
        table->Get(absent, HashUserKey(absent), kMaxSequence, table->filter(), &value);
    negatives += probe->outcome == ProbeOutcome::kFilterNegative;
    EXPECT_EQ(probe->block_read, probe->outcome == ProbeOutcome::kFalsePositive);
  }
  EXPECT_GT(negatives, 150u);
  const std::string beyond = NumberedKey(1000);
  EXPECT_EQ(table->Get(beyond, HashUserKey(beyond), kMaxSequence, table->filter(), &value)->outcome,
            ProbeOutcome::kFenceRejection);
}

TEST(BlockFilters, AreRebuiltFromTheHashesFileByteForByte) {
  MemoryFileSystem file_system;
  for (const std::uint32_t bits : {1024u, 5000u, 16 * 1024u}) {
    const FilterSpec spec{FilterKind::kLevelDbBloom, bits};
    const auto properties = WriteTable(file_system, "/t", EntriesWithVersions(200),
                                       {.filter_layout = FilterLayout::kBlock}, spec);
    const auto parts = OpenTableParts(file_system, "/t", ReadMode::kBuffered);
    ASSERT_TRUE(parts);
    const auto written = ReadBlock(*parts->file, parts->filter_handle, true);
    ASSERT_TRUE(written);
    const auto rebuilt = RebuildFilterBlock(file_system, "/t.hashes", properties.distinct_keys,
                                            FilterLayout::kBlock, spec);
    ASSERT_TRUE(rebuilt) << rebuilt.error().message;
    EXPECT_TRUE(*rebuilt == written->payload);
  }
}

TEST(BlockFilters, CannotBeRebuiltWhereTheBlocksAreNotKnown) {
  MemoryFileSystem file_system;
  WriteTable(file_system, "/t", EntriesWithVersions(20), {}, kTenBits);
  EXPECT_TRUE(RebuildFilterBlock(file_system, "/t.hashes", 20, FilterLayout::kRun, kTenBits));
  for (const auto& rebuilt :
       {RebuildFilterBlock(file_system, "/t.hashes", 20, FilterLayout::kBlock, kTenBits),
        RebuildFilterBlock(file_system, "/t.hashes", 19, FilterLayout::kRun, kTenBits)}) {
    ASSERT_FALSE(rebuilt);
    EXPECT_EQ(rebuilt.error().code, ErrorCode::kCorruption);
    EXPECT_NE(rebuilt.error().message.find("/t.hashes"), std::string::npos);
  }
}

TEST(BlockFilters, AreForLevelDbsKindAlone) {
  MemoryFileSystem file_system;
  for (const FilterKind kind : {FilterKind::kBloom, FilterKind::kRibbon}) {
    auto writer = TableWriter::Create(file_system, "/t", "/t.hashes",
                                      {.filter_layout = FilterLayout::kBlock});
    ASSERT_TRUE(writer);
    ASSERT_TRUE((*writer)->Add(InternalKey("k", 1), ""));
    const auto finished = (*writer)->Finish({kind, 10240}, false);
    ASSERT_FALSE(finished);
    EXPECT_EQ(finished.error().code, ErrorCode::kInvalidArgument);
  }
  WriteTable(file_system, "/t", {{"k", 1, ValueType::kValue, ""}},
             {.filter_layout = FilterLayout::kBlock}, {FilterKind::kNone, 0});
  EXPECT_EQ(OpenTable(file_system, "/t")->filter(), nullptr);
}

// By hand: blocks at 0 and 5000, so filters 0, 1 (empty) and 2.
TEST(BlockFilters, HaveLevelDbsLayout) {
  TableKeys keys;
  keys.AddVersion("a", true);
  keys.EndBlock(0, 4000);
  keys.AddVersion("b", true);
  keys.EndBlock(5000, 5100);
  const std::string bytes = BuildBlockFilters(10 * 1024, keys);
  ASSERT_EQ(bytes.size(), 9u + 9u + 3u * 4u + 4u + 1u);  // each filter 64 bits and its k
  EXPECT_EQ(DecodeFixed32(bytes.data() + 18), 0u);
  EXPECT_EQ(DecodeFixed32(bytes.data() + 22), 9u);
  EXPECT_EQ(DecodeFixed32(bytes.data() + 26), 9u);
  EXPECT_EQ(DecodeFixed32(bytes.data() + 30), 18u);
  EXPECT_EQ(bytes.back(), 11);
  const auto filter = OpenBlockFilters(bytes);
  ASSERT_TRUE(filter);
  EXPECT_TRUE((*filter)->MayContainInBlock(HashUserKey("a"), 0));
  EXPECT_FALSE((*filter)->MayContainInBlock(HashUserKey("a"), 3000));  // where no block starts
  EXPECT_TRUE((*filter)->MayContainInBlock(HashUserKey("b"), 5000));
  EXPECT_TRUE((*filter)->MayContainInBlock(HashUserKey("b"), 50000));  // beyond the last filter
  EXPECT_EQ((*filter)->filter_bits(), 128u);
  EXPECT_EQ((*filter)->kind(), FilterKind::kLevelDbBloom);
}

TEST(BlockFilters, RefuseOrSurviveEveryFlippedBitAndEveryLength) {
  TableKeys keys;
  for (std::uint64_t i = 0; i < 5; ++i) {
    keys.AddVersion(NumberedKey(i), true);
    keys.EndBlock(3000 * i, 3000 * i + 2000);
  }
  const std::string bytes = BuildBlockFilters(10 * 1024, keys);
  const auto exercise = [&](const std::string& damaged) {
    const auto filter = OpenBlockFilters(damaged);
    if (!filter || *filter == nullptr) return;
    for (std::uint64_t offset = 0; offset < 20000; offset += 1000) {
      (void)(*filter)->MayContainInBlock(HashUserKey("k"), offset);
    }
    (void)(*filter)->FillRatio();
  };
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    exercise(bytes.substr(0, i));
    exercise(bytes.substr(i));
    for (int bit = 0; bit < 8; ++bit) {
      std::string damaged = bytes;
      damaged[i] = static_cast<char>(damaged[i] ^ (1 << bit));
      exercise(damaged);
    }
  }
}

}  // namespace
}  // namespace bitladder::engine
