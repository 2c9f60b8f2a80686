#include "engine/table/block_cache.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <deque>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "engine/table/table_for_test.h"

namespace bitladder::engine {
namespace {

Block BlockOf(const std::string& text) {
  auto bytes = std::make_shared_for_overwrite<char[]>(text.size());
  std::memcpy(bytes.get(), text.data(), text.size());
  return Block{std::string_view(bytes.get(), text.size()), bytes, Compression::kNone};
}

// Least recently used by its definition: a list searched from end to end.
class PlainLru {
 public:
  explicit PlainLru(std::size_t blocks) : blocks_(blocks) {}
  bool Use(std::uint64_t key) {
    const auto found = std::find(order_.begin(), order_.end(), key);
    const bool hit = found != order_.end();
    if (hit) order_.erase(found);
    order_.push_front(key);
    if (order_.size() > blocks_) order_.pop_back();
    return hit;
  }

 private:
  std::size_t blocks_;
  std::deque<std::uint64_t> order_;
};

TEST(BlockCache, KeepsTheBlocksUsedLast) {
  for (const std::size_t capacity : {1, 2, 7, 50}) {
    BlockCache cache(capacity * 10);
    PlainLru expected(capacity);
    const std::uint64_t table = cache.NewTableId();
    std::uint64_t state = 1;
    std::uint64_t hits = 0;
    for (int i = 0; i < 20000; ++i) {
      state = state * 6364136223846793005ULL + 1442695040888963407ULL;
      const std::uint64_t offset = (state >> 33) % 60 * ((state >> 50) % 2 + 1) * 4096;
      const auto found = cache.Find(table, offset);
      ASSERT_EQ(found.has_value(), expected.Use(offset));
      if (found) {
        ++hits;
        ASSERT_EQ(found->payload.substr(0, 3), "abc");
      } else {
        cache.Insert(table, offset, BlockOf("abcdefghij"));
      }
    }
    const BlockCacheCounts counts = cache.counts();
    EXPECT_EQ(counts.hits, hits);
    EXPECT_EQ(counts.hits + counts.misses, 20000u);
    EXPECT_EQ(counts.blocks, capacity);
    EXPECT_EQ(counts.resident_bytes, capacity * 10);
    EXPECT_EQ(counts.evictions, counts.misses - capacity);
  }
}

TEST(BlockCache, ABlockFoundOutlivesItsEviction) {
  BlockCache cache(10);
  cache.Insert(1, 0, BlockOf("first-one!"));
  const auto found = cache.Find(1, 0);
  ASSERT_TRUE(found);
  cache.Insert(1, 4096, BlockOf("second-one"));
  EXPECT_FALSE(cache.Find(1, 0));
  EXPECT_EQ(found->payload, "first-one!");
}

TEST(BlockCache, KeepsNothingLargerThanItself) {
  BlockCache cache(10);
  cache.Insert(1, 0, BlockOf("0123456789"));
  cache.Insert(1, 1, BlockOf("0123456789a"));
  EXPECT_TRUE(cache.Find(1, 0));
  EXPECT_FALSE(cache.Find(1, 1));
}

TEST(BlockCache, EvictsAsManySmallBlocksAsALargeOneNeeds) {
  BlockCache cache(30);
  for (std::uint64_t i = 0; i < 3; ++i) cache.Insert(1, i, BlockOf("0123456789"));
  cache.Insert(1, 9, BlockOf("0123456789012345"));
  EXPECT_FALSE(cache.Find(1, 0));
  EXPECT_FALSE(cache.Find(1, 1));
  EXPECT_TRUE(cache.Find(1, 2));
  EXPECT_EQ(cache.counts().resident_bytes, 26u);
}

std::vector<TestEntry> Entries(std::size_t count) {
  std::vector<TestEntry> entries;
  for (std::size_t i = 0; i < count; ++i) {
    entries.push_back({NumberedKey(i), 1, ValueType::kValue, NoiseValue(992, i)});
  }
  return entries;
}

TEST(BlockCache, ServesATableItsBlocksWithoutReadingTheFile) {
  MemoryFileSystem file_system;
  WriteTable(file_system, "/t", Entries(40));  // ten blocks of four
  BlockCache cache(3 * 4096);
  const auto table = TableReader::Open(file_system, "/t", ReadMode::kBuffered, {}, &cache);
  ASSERT_TRUE(table);
  const auto get = [&](std::uint64_t number) {
    std::string value;
    const std::string key = NumberedKey(number);
    const auto probe = (*table)->Get(key, HashUserKey(key), kMaxSequence, nullptr, &value);
    EXPECT_EQ(probe->outcome, ProbeOutcome::kFound);
    EXPECT_EQ(value, NoiseValue(992, number));
    return probe->block_read;
  };
  EXPECT_TRUE(get(0));
  EXPECT_FALSE(get(1));  // the same block
  EXPECT_TRUE(get(4));
  EXPECT_TRUE(get(8));
  EXPECT_FALSE(get(3));
  EXPECT_TRUE(get(12));  // evicts the block of 4
  EXPECT_TRUE(get(4));
  EXPECT_EQ(cache.counts().hits, 2u);
}

TEST(BlockCache, TablesDoNotMeetEvenUnderOneName) {
  MemoryFileSystem file_system;
  BlockCache cache(1 << 20);
  std::string value;
  for (const char* text : {"old", "new"}) {
    WriteTable(file_system, "/t", {{"k", 1, ValueType::kValue, text}});
    const auto table = TableReader::Open(file_system, "/t", ReadMode::kBuffered, {}, &cache);
    ASSERT_TRUE(table);
    ASSERT_TRUE((*table)->Get("k", HashUserKey("k"), kMaxSequence, nullptr, &value));
    EXPECT_EQ(value, text);
  }
}

TEST(BlockCache, ServesManyReadersAtOnce) {
  MemoryFileSystem file_system;
  WriteTable(file_system, "/t", Entries(200));
  BlockCache cache(10 * 4096);
  const auto table = TableReader::Open(file_system, "/t", ReadMode::kBuffered, {}, &cache);
  ASSERT_TRUE(table);
  constexpr std::uint64_t kLookups = 2000;
  std::vector<std::thread> readers;
  std::vector<int> wrong(4, 0);
  for (std::size_t reader = 0; reader < wrong.size(); ++reader) {
    readers.emplace_back([&, reader] {
      std::string value;
      for (std::uint64_t i = 0; i < kLookups; ++i) {
        const std::uint64_t number = (i * 37 + reader * 11) % 200;
        const std::string key = NumberedKey(number);
        const auto probe = (*table)->Get(key, HashUserKey(key), kMaxSequence, nullptr, &value);
        if (!probe || value != NoiseValue(992, number)) ++wrong[reader];
      }
    });
  }
  for (std::thread& reader : readers) reader.join();
  EXPECT_EQ(wrong, std::vector<int>(4, 0));
  EXPECT_EQ(cache.counts().hits + cache.counts().misses, 4 * kLookups);
}

}  // namespace
}  // namespace bitladder::engine
