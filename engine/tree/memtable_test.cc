#include "engine/tree/memtable.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>
#include <random>

#include "engine/tree/iterator_for_test.h"

namespace bitladder::engine {
namespace {

TEST(Memtable, CountsKeyValueAndSixteenBytesAnEntrySoThatOneMebibyteHolds1024EntriesOfOneKibibyte) {
  Memtable memtable;
  const std::string value(992, 'v');
  for (std::uint64_t i = 0; i < 1024; ++i) {
    std::string key = fmt::to_string(i);
    key.resize(16, '.');
    memtable.Add(i + 1, ValueType::kValue, key, value);
  }
  EXPECT_EQ(memtable.logical_bytes(), 1048576u);
  EXPECT_EQ(memtable.entries(), 1024u);
}

TEST(Memtable, GivesTheNewestVersionThatASnapshotSees) {
  Memtable memtable;
  memtable.Add(5, ValueType::kValue, "k", "five");
  memtable.Add(7, ValueType::kDeletion, "k", "");
  memtable.Add(9, ValueType::kValue, "k", "nine");
  std::string value;
  EXPECT_EQ(memtable.Get("k", 4, &value), std::nullopt);
  EXPECT_EQ(memtable.Get("k", 6, &value), ValueType::kValue);
  EXPECT_EQ(value, "five");
  EXPECT_EQ(memtable.Get("k", 8, &value), ValueType::kDeletion);
  EXPECT_EQ(memtable.Get("k", kMaxSequence, &value), ValueType::kValue);
  EXPECT_EQ(value, "nine");
  EXPECT_EQ(memtable.Get("j", kMaxSequence, &value), std::nullopt);
  EXPECT_EQ(memtable.Get("l", kMaxSequence, &value), std::nullopt);
}

// Keys that differ only behind their first eight bytes, in zero bytes or in length, and bytes above
// 127.
TEST(Memtable, OrdersAnyKeysAsABytewiseMapDoes) {
  std::mt19937_64 random(7);
  const std::string alphabet("\0\0ab\xff", 5);
  std::map<std::pair<std::string, std::uint64_t>, std::string> model;  // newest first by ~sequence
  Memtable memtable;
  for (std::uint64_t sequence = 1; sequence <= 4000; ++sequence) {
    std::string key;
    for (std::uint64_t length = random() % 14; key.size() < length;) {
      key.push_back(alphabet[random() % alphabet.size()]);
    }
    const std::string value = fmt::to_string(sequence);
    memtable.Add(sequence, ValueType::kValue, key, value);
    model[{key, ~sequence}] = value;
  }
  const auto iterator = memtable.NewIterator();
  const std::vector<TestEntry> entries = Drain(*iterator);
  ASSERT_EQ(entries.size(), model.size());
  auto expected = model.begin();
  for (const TestEntry& entry : entries) {
    ASSERT_EQ(entry.key, expected->first.first);
    ASSERT_EQ(entry.sequence, ~expected->first.second);
    ASSERT_EQ(entry.value, expected->second);
    ++expected;
  }
  for (int probe = 0; probe < 2000; ++probe) {
    const TestEntry& near = entries[random() % entries.size()];
    const std::uint64_t snapshot = random() % 4001;
    std::string sought;
    AppendInternalKey(&sought, near.key, snapshot, ValueType::kValue);
    iterator->Seek(sought);
    const auto at = model.lower_bound({near.key, ~snapshot});
    ASSERT_EQ(iterator->Valid(), at != model.end());
    if (at != model.end()) {
      ASSERT_EQ(UserKey(iterator->key()), at->first.first);
      ASSERT_EQ(iterator->value(), at->second);
    }
  }
}

}  // namespace
}  // namespace bitladder::engine
