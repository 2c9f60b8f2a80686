#include "engine/tree/version_pruner.h"

#include <gtest/gtest.h>

#include <map>
#include <optional>
#include <random>
#include <vector>

#include "engine/tree/iterator_for_test.h"
#include "engine/tree/merging_iterator.h"

namespace bitladder::engine {
namespace {

// What a reader at `sequence` sees of entries given newest first within a key: values only.
std::map<std::string, std::string> Visible(const std::vector<TestEntry>& entries,
                                           std::uint64_t sequence) {
  std::map<std::string, std::optional<std::string>> newest;
  for (const TestEntry& entry : entries) {
    if (entry.sequence <= sequence) {
      newest.try_emplace(
          entry.key, entry.type == ValueType::kValue ? std::optional(entry.value) : std::nullopt);
    }
  }
  std::map<std::string, std::string> values;
  for (const auto& [key, value] : newest) {
    if (value) {
      values[key] = *value;
    }
  }
  return values;
}

std::vector<TestEntry> Prune(const std::vector<TestEntry>& sorted,
                             const std::vector<std::uint64_t>& snapshots, bool into_oldest) {
  VersionPruner pruner(snapshots, into_oldest);
  std::vector<TestEntry> kept;
  for (const TestEntry& entry : sorted) {
    if (pruner.Keep({entry.key, entry.sequence, entry.type})) {
      kept.push_back(entry);
    }
  }
  return kept;
}

std::vector<TestEntry> Concatenate(std::vector<TestEntry> newer,
                                   const std::vector<TestEntry>& older) {
  newer.insert(newer.end(), older.begin(), older.end());
  VectorIterator sorted(newer);
  return Drain(sorted);
}

// Random histories of a few keys: a reader of the present or of any live snapshot sees the same
// before and after the merge, with an older run below it or, into the oldest run, with nothing
// below.
TEST(VersionPruner, NoReaderSeesTheDifferenceAndNothingMoreThanNeededIsKept) {
  std::mt19937_64 random(11);
  for (int round = 0; round < 3000; ++round) {
    std::vector<TestEntry> older;
    std::vector<TestEntry> merged;
    const std::uint64_t last = 2 + random() % 14;
    for (std::uint64_t sequence = 1; sequence <= last; ++sequence) {
      const TestEntry entry{std::string(1, static_cast<char>('a' + random() % 3)), sequence,
                            random() % 3 == 0 ? ValueType::kDeletion : ValueType::kValue,
                            std::string(1, static_cast<char>('A' + sequence))};
      (sequence <= last / 3 ? older : merged).push_back(entry);
    }
    std::vector<std::uint64_t> snapshots(random() % 3);
    for (std::uint64_t& snapshot : snapshots) {
      snapshot = random() % (last + 1);
    }
    const bool into_oldest = random() % 2 == 0;
    if (into_oldest) {
      older.clear();
    }
    VectorIterator input(merged);
    const std::vector<TestEntry> sorted = Drain(input);
    const std::vector<TestEntry> kept = Prune(sorted, snapshots, into_oldest);

    std::vector<std::uint64_t> readers = snapshots;
    readers.push_back(last);
    const std::vector<TestEntry> before = Concatenate(sorted, older);
    const std::vector<TestEntry> after = Concatenate(kept, older);
    for (const std::uint64_t reader : readers) {
      ASSERT_EQ(Visible(after, reader), Visible(before, reader)) << "round " << round;
    }
    // Every version that was kept is the newest one of its key for some reader.
    for (std::size_t i = 0; i < kept.size(); ++i) {
      const bool newest_of_key = i == 0 || kept[i - 1].key != kept[i].key;
      const std::uint64_t hidden_from = newest_of_key ? last + 1 : kept[i - 1].sequence;
      ASSERT_TRUE(std::any_of(
          readers.begin(), readers.end(),
          [&](std::uint64_t reader) { return kept[i].sequence <= reader && reader < hidden_from; }))
          << "round " << round;
      // In the oldest run the oldest version of a key is a tombstone only where a snapshot from
      // before it might have needed what it hides.
      const bool oldest_of_key = i + 1 == kept.size() || kept[i + 1].key != kept[i].key;
      if (into_oldest && oldest_of_key && kept[i].type == ValueType::kDeletion) {
        ASSERT_TRUE(
            std::any_of(snapshots.begin(), snapshots.end(),
                        [&](std::uint64_t snapshot) { return snapshot < kept[i].sequence; }))
            << "round " << round;
      }
    }
  }
}

}  // namespace
}  // namespace bitladder::engine
