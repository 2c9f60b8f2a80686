#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "engine/io/faulty_file_system.h"
#include "engine/io/memory_file_system.h"
#include "engine/log/log_reader.h"
#include "engine/log/log_writer.h"

namespace bitladder::engine {
namespace {

using Records = std::vector<std::string>;

std::string Write(const Records& records) {
  MemoryFileSystem file_system;
  auto file = file_system.CreateWritable("/log");
  EXPECT_TRUE(file);
  LogWriter writer(std::move(*file));
  for (const std::string& record : records) EXPECT_TRUE(writer.Append(record));
  EXPECT_TRUE(writer.Sync());
  return *file_system.ReadFile("/log");
}

struct Outcome {
  Records records;
  std::uint64_t torn_bytes = 0;
  std::string error;  // empty: ended well
};

Outcome Read(const std::string& bytes) {
  LogReader reader(bytes, "/log");
  Outcome outcome;
  std::string record;
  while (true) {
    const Result<bool> more = reader.Next(&record);
    if (!more) {
      outcome.error = more.error().message;
      EXPECT_EQ(more.error().code, ErrorCode::kCorruption);
      EXPECT_FALSE(reader.Next(&record)) << "an error must stay";
      break;
    }
    if (!*more) break;
    outcome.records.push_back(record);
  }
  outcome.torn_bytes = reader.torn_bytes();
  return outcome;
}

std::string Text(std::size_t size, int salt) {
  std::string text(size, '\0');
  for (std::size_t i = 0; i < size; ++i) text[i] = static_cast<char>('a' + (i * 7 + salt) % 26);
  return text;
}

bool IsPrefix(const Records& part, const Records& whole) {
  return part.size() <= whole.size() && std::equal(part.begin(), part.end(), whole.begin());
}

TEST(Log, RecordsOfEverySizeComeBack) {
  // Sizes that end at, just before and just after a header, a block and several blocks.
  Records records;
  for (const std::size_t size :
       {0, 1, 7, 100, 32761, 32762, 32754, 32755, 32768, 65536, 100000, 0, 3}) {
    records.push_back(Text(size, static_cast<int>(records.size())));
  }
  const Outcome outcome = Read(Write(records));
  EXPECT_EQ(outcome.error, "");
  EXPECT_EQ(outcome.records, records);
  EXPECT_EQ(outcome.torn_bytes, 0u);
}

TEST(Log, ABlockTooFullForAHeaderIsFilledWithZeros) {
  for (std::size_t left = 0; left <= kLogHeaderBytes; ++left) {
    const Records records{Text(kLogBlockBytes - kLogHeaderBytes - left, 1), "next"};
    const std::string bytes = Write(records);
    const std::size_t next = left < kLogHeaderBytes ? kLogBlockBytes : kLogBlockBytes - left;
    for (std::size_t i = kLogBlockBytes - left; i < next; ++i) EXPECT_EQ(bytes[i], 0);
    EXPECT_EQ(Read(bytes).records, records) << left;
  }
}

// The layout, byte by byte, of the record "a": checksum of 0x01 'a' as LevelDB masks it, length 1,
// full.
TEST(Log, ARecordHasItsDocumentedBytes) {
  const std::string bytes = Write({"a"});
  ASSERT_EQ(bytes.size(), 8u);
  EXPECT_EQ(bytes.substr(4), std::string("\x01\x00\x01"
                                         "a",
                                         4));
}

TEST(Log, ATornTailEndsTheLogQuietlyAtEveryLength) {
  const Records records{"first", "", "third record", Text(40000, 3), "last"};
  const std::string bytes = Write(records);
  for (std::size_t length = 0; length < bytes.size(); length += length < 100 ? 1 : 37) {
    const Outcome outcome = Read(bytes.substr(0, length));
    EXPECT_EQ(outcome.error, "") << length;
    EXPECT_TRUE(IsPrefix(outcome.records, records)) << length;
    EXPECT_EQ(Write(outcome.records).size() + outcome.torn_bytes, length);
  }
}

TEST(Log, ATailOfZerosIsTorn) {
  const Records records{"one", "two"};
  const Outcome outcome = Read(Write(records) + std::string(50000, '\0'));
  EXPECT_EQ(outcome.error, "");
  EXPECT_EQ(outcome.records, records);
  EXPECT_EQ(outcome.torn_bytes, 50000u);
}

TEST(Log, AFlippedBitGivesAnErrorWithItsOffsetOrTheRightRecords) {
  const Records records{"first", "", Text(300, 1), Text(32300, 2), "across the block", "last"};
  const std::string bytes = Write(records);
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    const bool dense = i < 400 || i + 200 > bytes.size() || (i > 32700 && i < 32850);
    if (!dense && i % 61 != 0) continue;
    for (int bit = 0; bit < 8; ++bit) {
      std::string damaged = bytes;
      damaged[i] = static_cast<char>(damaged[i] ^ (1 << bit));
      const Outcome outcome = Read(damaged);
      if (outcome.error.empty()) {
        EXPECT_EQ(outcome.records, records) << "byte " << i << " bit " << bit;
      } else {
        EXPECT_NE(outcome.error.find("/log: at offset "), std::string::npos);
        EXPECT_TRUE(IsPrefix(outcome.records, records));
      }
    }
  }
}

TEST(Log, FragmentsOutOfOrderAreCorruption) {
  const std::string two_blocks = Write({Text(40000, 1)});
  const std::string first = two_blocks.substr(0, kLogBlockBytes);
  const std::string last = two_blocks.substr(kLogBlockBytes);
  EXPECT_NE(Read(last).error, "");
  EXPECT_NE(Read(first + first).error, "");
  EXPECT_EQ(Read(first).error, "");
  EXPECT_EQ(Read(first).torn_bytes, kLogBlockBytes);
}

TEST(Log, AWriterThatFailedOnceStaysFailed) {
  for (std::uint64_t at = 1; at <= 6; ++at) {  // header and payload of two records, flush, sync
    MemoryFileSystem memory;
    FaultyFileSystem faulty(memory);
    LogWriter writer(*faulty.CreateWritable("/log"));
    faulty.Arm({.at = at, .code = ErrorCode::kNoSpace, .lasting = false});
    const Status first = writer.Append("first");
    const Status second = writer.Append("second");
    const Status flushed = writer.Flush();
    const Status synced = writer.Sync();
    EXPECT_EQ(first.has_value(), at > 2);
    EXPECT_EQ(second.has_value(), at > 4);
    EXPECT_EQ(flushed.has_value(), at > 5);
    ASSERT_FALSE(synced);
    EXPECT_EQ(synced.error().code, ErrorCode::kNoSpace);
    EXPECT_FALSE(writer.Append("third"));
  }
}

}  // namespace
}  // namespace bitladder::engine
