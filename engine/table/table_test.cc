// Tables written and read back.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "engine/io/faulty_file_system.h"
#include "engine/table/table_for_test.h"
#include "engine/table/table_parts.h"

namespace bitladder::engine {
namespace {

// What a key's newest version at or below `snapshot` is, by looking at every entry.
const TestEntry* Newest(const std::vector<TestEntry>& entries, std::string_view user_key,
                        std::uint64_t snapshot) {
  const TestEntry* newest = nullptr;
  for (const TestEntry& entry : entries) {
    if (entry.user_key != user_key || entry.sequence > snapshot) continue;
    if (newest == nullptr || entry.sequence > newest->sequence) newest = &entry;
  }
  return newest;
}

std::vector<TestEntry> NumberedEntries(std::size_t count, std::size_t value_bytes) {
  std::vector<TestEntry> entries;
  for (std::size_t i = 0; i < count; ++i) {
    entries.push_back(
        {NumberedKey(2 * i + 1), i + 1, ValueType::kValue, NoiseValue(value_bytes, i)});
  }
  return entries;
}

struct Shape {
  const char* name;
  TableOptions options;
};

const std::vector<Shape>& Shapes() {
  static const std::vector<Shape> shapes = {
      {"aligned", {}},
      {"packed", {.block_bytes = 4096, .block_align = false}},
      {"small blocks", {.block_bytes = 256, .block_align = true, .restart_interval = 1}},
      {"snappy",
       {.block_bytes = 1024,
        .block_align = false,
        .restart_interval = 16,
        .compression = Compression::kSnappy}},
      {"long restarts", {.block_bytes = 65536, .block_align = true, .restart_interval = 1024}},
  };
  return shapes;
}

TEST(Table, FindsEveryKeyAndNoOther) {
  for (const Shape& shape : Shapes()) {
    MemoryFileSystem file_system;
    const auto entries = NumberedEntries(500, 90);
    const TableProperties properties = WriteTable(file_system, "/t", entries, shape.options);
    EXPECT_EQ(properties.entries, 500u);
    EXPECT_EQ(properties.distinct_keys, 500u);
    EXPECT_EQ(properties.logical_bytes, 500u * (16 + 90 + 16));
    EXPECT_EQ(properties.file_bytes, *file_system.FileSize("/t"));
    const auto table = OpenTable(file_system, "/t");
    EXPECT_EQ(table->data_blocks(), properties.data_blocks);
    EXPECT_EQ(table->file_bytes(), properties.file_bytes);
    for (std::uint64_t number = 0; number <= 1001; ++number) {
      const std::string key = NumberedKey(number);
      std::string value;
      const auto probe = table->Get(key, HashUserKey(key), kMaxSequence, nullptr, &value);
      ASSERT_TRUE(probe) << probe.error().message;
      if (number % 2 == 1 && number < 1000) {
        ASSERT_EQ(probe->outcome, ProbeOutcome::kFound) << shape.name << " " << number;
        ASSERT_EQ(value, entries[number / 2].value);
        ASSERT_TRUE(probe->block_read);
      } else if (number == 0 || number >= 1000) {
        ASSERT_EQ(probe->outcome, ProbeOutcome::kFenceRejection) << number;
        ASSERT_FALSE(probe->block_read);
      } else {
        ASSERT_EQ(probe->outcome, ProbeOutcome::kFalsePositive) << number;
        ASSERT_TRUE(probe->block_read);
      }
    }
  }
}

TEST(Table, AsksTheFilterFirst) {
  MemoryFileSystem file_system;
  WriteTable(file_system, "/t", NumberedEntries(1000, 20), {}, {FilterKind::kBloom, 10 * 1024});
  const auto table = OpenTable(file_system, "/t");
  ASSERT_NE(table->filter(), nullptr);
  std::string value;
  std::size_t negatives = 0;
  for (std::uint64_t i = 0; i < 1000; ++i) {
    const std::string present = NumberedKey(2 * i + 1);
    const auto found =
        table->Get(present, HashUserKey(present), kMaxSequence, table->filter(), &value);
    ASSERT_EQ(found->outcome, ProbeOutcome::kFound);
    const std::string absent = NumberedKey(2 * i + 2);
    const KeyHash hash = HashUserKey(absent);
    const auto probe = table->Get(absent, hash, kMaxSequence, table->filter(), &value);
    ASSERT_EQ(probe->outcome == ProbeOutcome::kFilterNegative, !table->filter()->MayContain(hash));
    negatives += probe->outcome == ProbeOutcome::kFilterNegative;
  }
  EXPECT_GT(negatives, 900u);
}

TEST(Table, TheFilterInTheFileIsTheOneBuiltFromTheHashesFile) {
  for (const FilterKind kind : {FilterKind::kBloom, FilterKind::kLevelDbBloom}) {
    MemoryFileSystem file_system;
    const FilterSpec spec{kind, 7 * 1024 + 300};
    const auto properties = WriteTable(file_system, "/t", NumberedEntries(5000, 10), {}, spec);
    const auto hashes = ReadKeyHashes(file_system, "/t.hashes");
    ASSERT_TRUE(hashes);
    ASSERT_EQ(hashes->size(), 5000u);
    const std::string bytes = BuildFilter(spec, *hashes);
    EXPECT_EQ(bytes.size(), properties.filter_block_bytes);
    EXPECT_NE(file_system.ReadFile("/t")->find(bytes), std::string::npos);
  }
}

TEST(Table, WithoutFilterBitsHasNoFilter) {
  MemoryFileSystem file_system;
  const auto properties =
      WriteTable(file_system, "/t", NumberedEntries(10, 10), {}, {FilterKind::kNone, 0});
  EXPECT_EQ(properties.filter_block_bytes, 0u);
  EXPECT_EQ(OpenTable(file_system, "/t")->filter(), nullptr);
}

// Versions of one key that fill several blocks, between neighbours that share its prefix.
std::vector<TestEntry> ManyVersions() {
  std::vector<TestEntry> entries;
  for (const std::string user_key : {"a", "k", "ka", "kb", "z"}) {
    const std::uint64_t versions = user_key == "k" || user_key == "kb" ? 40 : 1;
    for (std::uint64_t v = versions; v > 0; --v) {
      const ValueType type = v % 5 == 0 ? ValueType::kDeletion : ValueType::kValue;
      entries.push_back(
          {user_key, 10 * v, type, type == ValueType::kValue ? NoiseValue(60, v) : ""});
    }
  }
  return entries;
}

TEST(Table, GivesTheNewestVersionThatTheSnapshotSees) {
  for (const Shape& shape : Shapes()) {
    MemoryFileSystem file_system;
    const auto entries = ManyVersions();
    const TableProperties properties = WriteTable(file_system, "/t", entries, shape.options);
    EXPECT_EQ(properties.distinct_keys, 5u);
    EXPECT_EQ(properties.deletions, 16u);
    const auto table = OpenTable(file_system, "/t");
    for (const std::string user_key : {"a", "j", "k", "k0", "ka", "kb", "kc", "z"}) {
      for (std::uint64_t snapshot = 0; snapshot <= 410; ++snapshot) {
        std::string value;
        const auto probe = table->Get(user_key, HashUserKey(user_key), snapshot, nullptr, &value);
        ASSERT_TRUE(probe) << probe.error().message;
        const TestEntry* expected = Newest(entries, user_key, snapshot);
        ASSERT_EQ(probe->outcome == ProbeOutcome::kFound,
                  expected != nullptr && expected->type == ValueType::kValue)
            << shape.name << " " << user_key << " " << snapshot;
        ASSERT_EQ(probe->outcome == ProbeOutcome::kDeleted,
                  expected != nullptr && expected->type == ValueType::kDeletion);
        if (probe->outcome == ProbeOutcome::kFound) {
          ASSERT_EQ(value, expected->value);
        }
      }
    }
  }
}

TEST(Table, IteratesInOrderAndSeeks) {
  for (const Shape& shape : Shapes()) {
    MemoryFileSystem file_system;
    const auto entries = ManyVersions();
    WriteTable(file_system, "/t", entries, shape.options);
    const auto table = OpenTable(file_system, "/t");
    const auto cursor = table->NewIterator();
    std::size_t at = 0;
    for (cursor->SeekToFirst(); cursor->Valid(); cursor->Next(), ++at) {
      ASSERT_LT(at, entries.size());
      const TestEntry& entry = entries[at];
      EXPECT_EQ(cursor->key(), InternalKey(entry.user_key, entry.sequence, entry.type));
      EXPECT_EQ(cursor->value(), entry.value);
    }
    EXPECT_EQ(at, entries.size());
    EXPECT_TRUE(cursor->status());
    for (const std::string user_key : {"", "a", "b", "k", "k0", "ka", "kb", "kz", "z", "zz"}) {
      for (std::uint64_t sequence = 0; sequence <= 410; sequence += 5) {
        const std::string target = InternalKey(user_key, sequence);
        const auto expected = std::find_if(entries.begin(), entries.end(), [&](const TestEntry& e) {
          return CompareInternalKeys(InternalKey(e.user_key, e.sequence, e.type), target) >= 0;
        });
        cursor->Seek(target);
        ASSERT_EQ(cursor->Valid(), expected != entries.end());
        if (cursor->Valid()) {
          ASSERT_EQ(cursor->key(),
                    InternalKey(expected->user_key, expected->sequence, expected->type));
        }
      }
    }
  }
}

TEST(Table, WithoutEntriesRejectsEveryKey) {
  MemoryFileSystem file_system;
  WriteTable(file_system, "/t", {});
  const auto table = OpenTable(file_system, "/t");
  std::string value;
  EXPECT_EQ(table->Get("k", HashUserKey("k"), kMaxSequence, table->filter(), &value)->outcome,
            ProbeOutcome::kFenceRejection);
  const auto cursor = table->NewIterator();
  cursor->SeekToFirst();
  EXPECT_FALSE(cursor->Valid());
  EXPECT_TRUE(cursor->status());
}

TEST(Table, TheEmptyKeyAndTheEmptyValueAreOrdinary) {
  MemoryFileSystem file_system;
  WriteTable(file_system, "/t", {{"", 3, ValueType::kValue, ""}, {"a", 2, ValueType::kValue, ""}});
  const auto table = OpenTable(file_system, "/t");
  std::string value = "old";
  EXPECT_EQ(table->Get("", HashUserKey(""), kMaxSequence, table->filter(), &value)->outcome,
            ProbeOutcome::kFound);
  EXPECT_EQ(value, "");
}

// Lookups go to one block, which lies in one page: entries of 16 + 992 bytes, four a block.
TEST(Table, AnAlignedLookupReadsOnePageOnce) {
  MemoryFileSystem file_system;
  const auto properties = WriteTable(file_system, "/t", NumberedEntries(1000, 992));
  EXPECT_EQ(properties.data_blocks, 250u);
  FaultyFileSystem counted(file_system);
  const auto table = OpenTable(counted, "/t");
  std::string value;
  for (std::uint64_t number = 1; number < 2000; number += 2) {
    counted.Arm({});
    const std::string key = NumberedKey(number);
    ASSERT_EQ(table->Get(key, HashUserKey(key), kMaxSequence, nullptr, &value)->outcome,
              ProbeOutcome::kFound);
    ASSERT_EQ(counted.Calls(FaultTarget::kRead), 1u);
  }
  const auto parts = OpenTableParts(file_system, "/t", ReadMode::kBuffered);
  ASSERT_TRUE(parts);
  for (std::size_t block = 0; block < parts->fences.size(); ++block) {
    const BlockHandle& handle = parts->fences.handle(block);
    EXPECT_EQ(handle.offset % 4096, 0u);
    EXPECT_LE(handle.size + kBlockTrailerBytes, 4096u);
  }
}

TEST(Table, ABlockAndItsTrailerNeverExceedThePage) {
  MemoryFileSystem file_system;
  std::size_t full = 0;
  for (std::size_t value_bytes = 200; value_bytes < 1100; ++value_bytes) {
    WriteTable(file_system, "/t", NumberedEntries(20, value_bytes));
    const auto parts = OpenTableParts(file_system, "/t", ReadMode::kBuffered);
    ASSERT_TRUE(parts);
    for (std::size_t block = 0; block < parts->fences.size(); ++block) {
      const std::uint64_t bytes = parts->fences.handle(block).size + kBlockTrailerBytes;
      ASSERT_LE(bytes, 4096u) << value_bytes;
      full += bytes == 4096;
    }
  }
  EXPECT_GT(full, 0u);  // the edge itself was among them
}

TEST(Table, ReadAheadChangesNothingButTheNumberOfReads) {
  MemoryFileSystem file_system;
  const auto entries = NumberedEntries(1000, 992);
  WriteTable(file_system, "/t", entries);
  FaultyFileSystem counted(file_system);
  const auto table = OpenTable(counted, "/t");
  for (const std::uint64_t read_ahead : {0, 4096, 65536}) {
    counted.Arm({});
    const auto cursor = table->NewIterator(read_ahead);
    std::size_t at = 0;
    for (cursor->SeekToFirst(); cursor->Valid(); cursor->Next(), ++at) {
      ASSERT_EQ(cursor->value(), entries[at].value);
    }
    EXPECT_TRUE(cursor->status());
    EXPECT_EQ(at, entries.size());
    EXPECT_EQ(counted.Calls(FaultTarget::kRead), read_ahead == 65536 ? 16u : 250u);
  }
}

TEST(Table, AReadThatFailsIsAnErrorAndNotAnAbsentKey) {
  MemoryFileSystem file_system;
  WriteTable(file_system, "/t", NumberedEntries(100, 992));
  FaultyFileSystem faulty(file_system);
  for (std::uint64_t at = 1;; ++at) {
    faulty.Arm({.at = at, .target = FaultTarget::kRead});
    const auto table = TableReader::Open(faulty, "/t", ReadMode::kBuffered, {});
    if (!table) {
      EXPECT_EQ(table.error().code, ErrorCode::kIo);
      continue;
    }
    std::string value;
    const std::string key = NumberedKey(1);
    const auto probe = (*table)->Get(key, HashUserKey(key), kMaxSequence, nullptr, &value);
    const auto cursor = (*table)->NewIterator();
    cursor->SeekToFirst();
    while (cursor->Valid()) cursor->Next();
    if (probe) {
      EXPECT_EQ(probe->outcome, ProbeOutcome::kFound);
    }
    EXPECT_EQ(cursor->status().has_value(), !faulty.fired());
    if (!faulty.fired()) break;
    ASSERT_LT(at, 100u);
  }
}

TEST(TableWriter, ReportsEveryFailureOfTheDisk) {
  for (std::uint64_t at = 1;; ++at) {
    MemoryFileSystem memory;
    FaultyFileSystem faulty(memory);
    faulty.Arm({.at = at, .target = FaultTarget::kWrite, .code = ErrorCode::kNoSpace});
    const Status status = [&]() -> Status {
      auto writer = TableWriter::Create(faulty, "/t", "/t.hashes", {});
      ENGINE_TRY(writer);
      for (const TestEntry& entry : NumberedEntries(20, 992)) {
        ENGINE_TRY((*writer)->Add(InternalKey(entry.user_key, entry.sequence), entry.value));
      }
      ENGINE_TRY((*writer)->Finish({}, true));
      return {};
    }();
    ASSERT_EQ(status.has_value(), !faulty.fired());
    if (status) break;
    EXPECT_EQ(status.error().code, ErrorCode::kNoSpace);
    ASSERT_LT(at, 100u);
  }
}

TEST(Table, AnEntryLargerThanABlockGetsABlockOfItsOwn) {
  MemoryFileSystem file_system;
  std::vector<TestEntry> entries = NumberedEntries(9, 100);
  entries[4].value = NoiseValue(10000, 4);
  const auto properties = WriteTable(file_system, "/t", entries);
  EXPECT_EQ(properties.data_blocks, 3u);
  const auto table = OpenTable(file_system, "/t");
  std::string value;
  for (const TestEntry& entry : entries) {
    const KeyHash hash = HashUserKey(entry.user_key);
    ASSERT_EQ(table->Get(entry.user_key, hash, kMaxSequence, table->filter(), &value)->outcome,
              ProbeOutcome::kFound);
    EXPECT_EQ(value, entry.value);
  }
}

TEST(Table, TheSameEntriesGiveTheSameBytes) {
  MemoryFileSystem file_system;
  const auto entries = NumberedEntries(300, 50);
  WriteTable(file_system, "/a", entries);
  WriteTable(file_system, "/b", entries);
  EXPECT_EQ(*file_system.ReadFile("/a"), *file_system.ReadFile("/b"));
  EXPECT_EQ(*file_system.ReadFile("/a.hashes"), *file_system.ReadFile("/b.hashes"));
}

TEST(Table, SnappyMakesCompressibleTablesSmaller) {
  MemoryFileSystem file_system;
  std::vector<TestEntry> entries = NumberedEntries(300, 0);
  for (TestEntry& entry : entries) entry.value = std::string(200, 'v');
  TableOptions options{.block_bytes = 4096, .block_align = false};
  const auto plain = WriteTable(file_system, "/plain", entries, options);
  options.compression = Compression::kSnappy;
  const auto packed = WriteTable(file_system, "/packed", entries, options);
  EXPECT_LT(packed.file_bytes * 2, plain.file_bytes);
  EXPECT_EQ(packed.data_blocks, plain.data_blocks);
  const auto table = OpenTable(file_system, "/packed");
  std::string value;
  EXPECT_EQ(table->Get(NumberedKey(1), HashUserKey(NumberedKey(1)), kMaxSequence, nullptr, &value)
                ->outcome,
            ProbeOutcome::kFound);
  EXPECT_EQ(value, entries[0].value);
}

TEST(Table, OptionsOutOfRangeAreRefusedBeforeAnyFileIsMade) {
  MemoryFileSystem file_system;
  for (const TableOptions options :
       {TableOptions{.block_bytes = 255}, TableOptions{.block_bytes = 1048577},
        TableOptions{.restart_interval = 0}, TableOptions{.restart_interval = 1025},
        TableOptions{.block_align = true, .compression = Compression::kSnappy}}) {
    const auto writer = TableWriter::Create(file_system, "/t", "/t.hashes", options);
    ASSERT_FALSE(writer);
    EXPECT_EQ(writer.error().code, ErrorCode::kInvalidArgument);
    EXPECT_FALSE(*file_system.Exists("/t"));
  }
}

TEST(TableDeathTest, KeysOutOfOrderAreABug) {
  MemoryFileSystem file_system;
  auto writer = TableWriter::Create(file_system, "/t", "/t.hashes", {});
  ASSERT_TRUE(writer);
  ASSERT_TRUE((*writer)->Add(InternalKey("b", 2), ""));
  EXPECT_DEATH((void)(*writer)->Add(InternalKey("a", 1), ""), "check failed");
  EXPECT_DEATH((void)(*writer)->Add(InternalKey("b", 2), ""), "check failed");
  EXPECT_DEATH((void)(*writer)->Add(InternalKey("b", 3), ""), "check failed");
}

}  // namespace
}  // namespace bitladder::engine
