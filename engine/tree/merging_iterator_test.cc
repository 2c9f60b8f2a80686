#include "engine/tree/merging_iterator.h"

#include <gtest/gtest.h>

#include <random>

#include "engine/tree/iterator_for_test.h"

namespace bitladder::engine {
namespace {

using Inputs = std::vector<std::unique_ptr<Iterator>>;

TEST(MergingIterator, YieldsWhatASortOfAllInputsYields) {
  std::mt19937_64 random(3);
  for (int round = 0; round < 300; ++round) {
    std::vector<std::vector<TestEntry>> parts(1 + random() % 7);
    std::vector<TestEntry> all;
    const std::uint64_t entries = random() % 60;
    for (std::uint64_t sequence = 1; sequence <= entries; ++sequence) {
      const TestEntry entry{std::string(1 + random() % 2, static_cast<char>('a' + random() % 5)),
                            sequence, ValueType::kValue, "v"};
      parts[random() % parts.size()].push_back(entry);
      all.push_back(entry);
    }
    Inputs inputs;
    for (auto& part : parts) {
      inputs.push_back(std::make_unique<VectorIterator>(part));
    }
    const auto merged = NewMergingIterator(std::move(inputs));
    VectorIterator sorted(all);
    ASSERT_EQ(Drain(*merged), Drain(sorted));
    ASSERT_TRUE(merged->status().has_value());
    std::string sought;
    AppendInternalKey(&sought, "c", random() % 60, ValueType::kValue);
    merged->Seek(sought);
    sorted.Seek(sought);
    ASSERT_EQ(merged->Valid(), sorted.Valid());
    if (sorted.Valid()) {
      ASSERT_EQ(merged->key(), sorted.key());
    }
  }
}

TEST(MergingIterator, EndsWithTheErrorOfADamagedInputInsteadOfLeavingItsEntriesOut) {
  const std::vector<TestEntry> entries = {{"b", 1, ValueType::kValue, ""},
                                          {"d", 2, ValueType::kValue, ""}};
  for (std::size_t fails_at = 0; fails_at <= 2; ++fails_at) {
    Inputs inputs;
    inputs.push_back(std::make_unique<VectorIterator>(
        std::vector<TestEntry>{{"a", 3, ValueType::kValue, ""}, {"e", 4, ValueType::kValue, ""}}));
    inputs.push_back(std::make_unique<VectorIterator>(entries, fails_at));
    const auto merged = NewMergingIterator(std::move(inputs));
    const std::vector<TestEntry> seen = Drain(*merged);
    EXPECT_EQ(seen.size(), fails_at == 0 ? 0 : fails_at + 1);
    ASSERT_FALSE(merged->status().has_value());
    EXPECT_EQ(merged->status().error().message, "damaged");
  }
}

}  // namespace
}  // namespace bitladder::engine
