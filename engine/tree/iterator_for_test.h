// A cursor over entries in memory, with an error at a chosen place: for tests of what reads
// cursors.
#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/table/format.h"
#include "engine/table/iterator.h"

namespace bitladder::engine {

struct TestEntry {
  std::string key;  // user key
  std::uint64_t sequence = 0;
  ValueType type = ValueType::kValue;
  std::string value;
  bool operator==(const TestEntry&) const = default;
};

class VectorIterator final : public Iterator {
 public:
  // `entries` in any order. With `fails_at`, moving onto that index is an error.
  explicit VectorIterator(std::vector<TestEntry> entries, std::optional<std::size_t> fails_at = {})
      : fails_at_(fails_at) {
    for (TestEntry& entry : entries) {
      std::string key;
      AppendInternalKey(&key, entry.key, entry.sequence, entry.type);
      entries_.emplace_back(std::move(key), std::move(entry.value));
    }
    std::sort(entries_.begin(), entries_.end(), [](const auto& a, const auto& b) {
      return CompareInternalKeys(a.first, b.first) < 0;
    });
  }

  bool Valid() const override { return at_ < entries_.size() && status().has_value(); }
  void SeekToFirst() override { at_ = 0; }
  void Seek(std::string_view internal_key) override {
    for (at_ = 0; at_ < entries_.size(); ++at_) {
      if (CompareInternalKeys(entries_[at_].first, internal_key) >= 0) {
        return;
      }
    }
  }
  void Next() override { ++at_; }
  std::string_view key() const override { return entries_[at_].first; }
  std::string_view value() const override { return entries_[at_].second; }
  Status status() const override {
    return fails_at_ && at_ >= *fails_at_ ? Fail(ErrorCode::kCorruption, "damaged") : Status();
  }

 private:
  std::vector<std::pair<std::string, std::string>> entries_;
  std::optional<std::size_t> fails_at_;
  std::size_t at_ = 0;
};

// Everything that a cursor yields from its first entry on.
inline std::vector<TestEntry> Drain(Iterator& iterator) {
  std::vector<TestEntry> entries;
  for (iterator.SeekToFirst(); iterator.Valid(); iterator.Next()) {
    const auto key = ParseInternalKey(iterator.key());
    entries.push_back(
        {std::string(key->user_key), key->sequence, key->type, std::string(iterator.value())});
  }
  return entries;
}

}  // namespace bitladder::engine
