#include "engine/table/block.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "engine/table/block_builder.h"
#include "engine/table/table_for_test.h"

namespace bitladder::engine {
namespace {

using Pairs = std::vector<std::pair<std::string, std::string>>;

std::string Build(const Pairs& pairs, std::uint32_t restart_interval) {
  BlockBuilder builder(restart_interval);
  for (const auto& [key, value] : pairs) {
    const std::size_t foretold = builder.SizeWith(key, value);
    builder.Add(key, value);
    EXPECT_EQ(builder.Size(), foretold);
  }
  const std::size_t foretold = builder.Size();
  const std::string payload(builder.Finish());
  EXPECT_EQ(payload.size(), foretold);
  return payload;
}

Pairs ReadAll(BlockCursor& cursor) {
  Pairs pairs;
  for (; cursor.Valid(); cursor.Next()) pairs.emplace_back(cursor.key(), cursor.value());
  return pairs;
}

Pairs SomePairs(std::size_t count) {
  Pairs pairs;
  for (std::size_t i = 0; i < count; ++i) {
    pairs.emplace_back(InternalKey(NumberedKey(i * i), 100 + i), std::string(i * 37 % 200, 'v'));
  }
  return pairs;
}

TEST(Block, HasItsDocumentedBytes) {
  const std::string payload = Build({{"apple", "1"}, {"apply", "22"}, {"b", ""}}, 2);
  std::string expected(
      "\x00\x05\x01"
      "apple1"
      "\x04\x01\x02"
      "y22"
      "\x00\x01\x00"
      "b",
      19);
  AppendFixed32(&expected, 0);
  AppendFixed32(&expected, 15);
  AppendFixed32(&expected, 2);
  EXPECT_EQ(payload, expected);
}

TEST(Block, GivesBackItsEntriesForEveryRestartInterval) {
  for (const std::uint32_t interval : {1, 2, 3, 16, 1024}) {
    for (const std::size_t count : {0, 1, 2, 15, 16, 17, 100}) {
      const Pairs pairs = SomePairs(count);
      const std::string payload = Build(pairs, interval);
      BlockCursor cursor(payload);
      cursor.SeekToFirst();
      EXPECT_EQ(ReadAll(cursor), pairs);
      EXPECT_TRUE(cursor.status());
    }
  }
}

TEST(Block, SeeksToTheFirstEntryAtOrAfterTheTarget) {
  for (const std::uint32_t interval : {1, 2, 5, 16, 64}) {
    const Pairs pairs = SomePairs(60);
    const std::string payload = Build(pairs, interval);
    BlockCursor cursor(payload);
    for (std::uint64_t number = 0; number < 3700; ++number) {
      for (const std::uint64_t sequence : {0ul, 100 + number % 60, kMaxSequence}) {
        const std::string target = InternalKey(NumberedKey(number), sequence);
        const auto expected = std::find_if(pairs.begin(), pairs.end(), [&](const auto& pair) {
          return CompareInternalKeys(pair.first, target) >= 0;
        });
        cursor.Seek(target);
        ASSERT_EQ(cursor.Valid(), expected != pairs.end());
        if (cursor.Valid()) {
          ASSERT_EQ(cursor.key(), expected->first);
        }
      }
    }
  }
}

// Whatever the bytes are: entries or an error, in bounds (the address sanitizer watches) and in the
// end.
TEST(Block, SurvivesEveryFlippedBitAndEveryLength) {
  const std::string payload = Build(SomePairs(40), 4);
  const auto exercise = [](const std::string& bytes) {
    // Its own allocation, so that a read beyond shows.
    const std::string exact(bytes);  // NOLINT(performance-unnecessary-copy-initialization)
    BlockCursor cursor(exact);
    cursor.SeekToFirst();
    std::size_t entries = 0;
    for (; cursor.Valid(); cursor.Next()) ++entries;
    EXPECT_LE(entries, exact.size());
    BlockCursor seeker(exact);
    for (const std::uint64_t number : {0, 1, 100, 700, 5000}) {
      seeker.Seek(InternalKey(NumberedKey(number), 50));
    }
  };
  for (std::size_t i = 0; i < payload.size(); ++i) {
    exercise(payload.substr(0, i));
    exercise(payload.substr(i));
    for (int bit = 0; bit < 8; ++bit) {
      std::string damaged = payload;
      damaged[i] = static_cast<char>(damaged[i] ^ (1 << bit));
      exercise(damaged);
    }
  }
}

struct Forged {
  const char* what;
  std::string payload;
};

std::string WithRestarts(std::string entries, const std::vector<std::uint32_t>& restarts) {
  for (const std::uint32_t restart : restarts) AppendFixed32(&entries, restart);
  AppendFixed32(&entries, static_cast<std::uint32_t>(restarts.size()));
  return entries;
}

TEST(Block, RefusesForgedLengths) {
  const std::string entry = std::string("\0\x08\0", 3) + std::string(8, 'k');
  const std::vector<Forged> cases = {
      {"empty", ""},
      {"three bytes", "abc"},
      {"no restart", WithRestarts(entry, {})},
      {"a restart count beyond the block", std::string("\xff\xff\xff\xff", 4)},
      {"a restart outside", WithRestarts(entry + entry, {0, 1000000})},
      {"a restart at the end", WithRestarts(entry, {0, 11})},
      {"a first restart that is not the first entry", WithRestarts(entry + entry, {11})},
      {"sharing with nothing", WithRestarts(std::string("\x01\x07\0", 3) + "kkkkkkk", {0})},
      {"a key beyond the end", WithRestarts(std::string("\0\x7f\0", 3) + "kkkkkkkk", {0})},
      {"a value beyond the end", WithRestarts(std::string("\0\x08\x7f", 3) + "kkkkkkkk", {0})},
      {"lengths that overflow",
       WithRestarts(std::string("\0\xff\xff\xff\xff\x0f\xff\xff\xff\xff\x0f", 11) + "kkkkkkkk",
                    {0})},
      {"lengths whose sum overflows",
       WithRestarts(std::string("\0\x08\xf8\xff\xff\xff\x0f", 7) + "kkkkkkkk", {0})},
      {"a length that is not finished", WithRestarts("\xff\xff\xff", {0})},
  };
  for (const Forged& forged : cases) {
    BlockCursor walker(forged.payload);
    walker.SeekToFirst();
    while (walker.Valid()) walker.Next();
    BlockCursor seeker(forged.payload);
    seeker.Seek(std::string(8, 'z'));
    EXPECT_TRUE(!walker.status() || !seeker.status()) << forged.what;
  }
}

}  // namespace
}  // namespace bitladder::engine
