// A damaged table gives an error that names file and offset, or the right answer.
#include <gtest/gtest.h>

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/table/table_for_test.h"

namespace bitladder::engine {
namespace {

constexpr const char* kPath = "/t";

std::vector<TestEntry> Entries(std::size_t count) {
  std::vector<TestEntry> entries;
  for (std::size_t i = 0; i < count; ++i) {
    const bool deleted = i % 7 == 3;
    entries.push_back({NumberedKey(2 * i + 1), 1000 - i,
                       deleted ? ValueType::kDeletion : ValueType::kValue,
                       deleted ? "" : NoiseValue(i % 40, i)});
  }
  return entries;
}

void ExpectNamesFileAndOffset(const Error& error) {
  EXPECT_EQ(error.code, ErrorCode::kCorruption);
  EXPECT_NE(error.message.find(kPath), std::string::npos) << error.message;
  EXPECT_NE(error.message.find("offset "), std::string::npos) << error.message;
}

// Every answer is right, or an error that says where. Returns how many errors there were.
std::size_t ExpectRightOrError(MemoryFileSystem& file_system,
                               const std::vector<TestEntry>& entries) {
  const auto table = TableReader::Open(file_system, kPath, ReadMode::kBuffered, {});
  if (!table) {
    ExpectNamesFileAndOffset(table.error());
    return 1;
  }
  std::size_t errors = 0;
  for (std::size_t i = 0; i <= 2 * entries.size(); ++i) {
    const std::string key = NumberedKey(i);
    std::string value;
    const auto probe =
        (*table)->Get(key, HashUserKey(key), kMaxSequence, (*table)->filter(), &value);
    if (!probe) {
      ExpectNamesFileAndOffset(probe.error());
      ++errors;
      continue;
    }
    const TestEntry* expected = i % 2 == 1 ? &entries[i / 2] : nullptr;
    const bool found = expected != nullptr && expected->type == ValueType::kValue;
    EXPECT_EQ(probe->outcome == ProbeOutcome::kFound, found);
    EXPECT_EQ(probe->outcome == ProbeOutcome::kDeleted, expected != nullptr && !found);
    if (found) {
      EXPECT_EQ(value, expected->value);
    }
  }
  const auto cursor = (*table)->NewIterator();
  std::size_t at = 0;
  for (cursor->SeekToFirst(); cursor->Valid(); cursor->Next(), ++at) {
    if (at >= entries.size()) break;
    EXPECT_EQ(cursor->key(),
              InternalKey(entries[at].user_key, entries[at].sequence, entries[at].type));
    EXPECT_EQ(cursor->value(), entries[at].value);
  }
  if (!cursor->status()) {
    ExpectNamesFileAndOffset(cursor->status().error());
    ++errors;
  } else {
    EXPECT_EQ(at, entries.size());
  }
  return errors;
}

struct Damaged {
  const char* name;
  TableOptions options;
  FilterSpec filter;
};

class TableCorruption : public testing::TestWithParam<Damaged> {
 protected:
  TableCorruption() {
    WriteTable(file_system_, kPath, entries_, GetParam().options, GetParam().filter);
    bytes_ = *file_system_.ReadFile(kPath);
  }
  MemoryFileSystem file_system_;
  std::vector<TestEntry> entries_ = Entries(25);
  std::string bytes_;
};

TEST_P(TableCorruption, AFlippedBitIsAnErrorOrChangesNothing) {
  ASSERT_EQ(ExpectRightOrError(file_system_, entries_), 0u);
  std::size_t harmless = 0;
  for (std::size_t i = 0; i < bytes_.size() && !HasFailure(); ++i) {
    for (int bit = 0; bit < 8; ++bit) {
      std::string damaged = bytes_;
      damaged[i] = static_cast<char>(damaged[i] ^ (1 << bit));
      file_system_.SetContents(kPath, damaged);
      harmless += ExpectRightOrError(file_system_, entries_) == 0;
      ASSERT_FALSE(HasFailure()) << "byte " << i << " bit " << bit;
    }
  }
  // Only padding between aligned blocks goes unread.
  if (!GetParam().options.block_align) {
    EXPECT_EQ(harmless, 0u);
  }
}

TEST_P(TableCorruption, AFileCutAtAnyLengthIsAnError) {
  for (std::size_t length = 0; length < bytes_.size(); ++length) {
    file_system_.SetContents(kPath, bytes_.substr(0, length));
    const auto table = TableReader::Open(file_system_, kPath, ReadMode::kBuffered, {});
    ASSERT_FALSE(table) << length;
    ExpectNamesFileAndOffset(table.error());
  }
  file_system_.SetContents(kPath, bytes_ + '\0');
  EXPECT_FALSE(TableReader::Open(file_system_, kPath, ReadMode::kBuffered, {}));
}

// With checksums of data blocks off answers may be wrong, but nothing may break.
TEST_P(TableCorruption, WithoutChecksumsNothingBreaks) {
  for (std::size_t i = 0; i < bytes_.size(); ++i) {
    std::string damaged = bytes_;
    damaged[i] = static_cast<char>(damaged[i] ^ (1 << i % 8));
    file_system_.SetContents(kPath, damaged);
    const auto table =
        TableReader::Open(file_system_, kPath, ReadMode::kBuffered, {.verify_checksums = false});
    if (!table) continue;
    std::string value;
    for (std::size_t k = 0; k <= 2 * entries_.size(); ++k) {
      const std::string key = NumberedKey(k);
      (void)(*table)->Get(key, HashUserKey(key), kMaxSequence, nullptr, &value);
    }
    const auto cursor = (*table)->NewIterator();
    std::size_t steps = 0;
    for (cursor->SeekToFirst(); cursor->Valid(); cursor->Next()) ++steps;
    EXPECT_LE(steps, bytes_.size());
  }
}

INSTANTIATE_TEST_SUITE_P(
    Tables, TableCorruption,
    testing::Values(
        Damaged{"Aligned", {.block_bytes = 256, .block_align = true}, {FilterKind::kBloom, 10240}},
        Damaged{"Packed", {.block_bytes = 256, .block_align = false}, {FilterKind::kBloom, 10240}},
        Damaged{"LevelDbBloom",
                {.block_bytes = 256, .block_align = false},
                {FilterKind::kLevelDbBloom, 10240}},
        Damaged{"BlockFilters",
                {.block_bytes = 256, .block_align = false, .filter_layout = FilterLayout::kBlock},
                {FilterKind::kLevelDbBloom, 10240}},
        Damaged{"NoFilter",
                {.block_bytes = 256, .block_align = false, .restart_interval = 3},
                {FilterKind::kNone, 0}},
        Damaged{"Snappy",
                {.block_bytes = 512,
                 .block_align = false,
                 .restart_interval = 16,
                 .compression = Compression::kSnappy},
                {FilterKind::kBloom, 10240}}),
    [](const auto& tested) { return std::string(tested.param.name); });

}  // namespace
}  // namespace bitladder::engine
