// The buffer in memory, level 0: every version of every key written since the last flush, in
// internal-key order. A skip list (Pugh 1990) whose links are published with release stores, so
// that readers need no lock beside the one writer.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "engine/table/format.h"
#include "engine/table/iterator.h"
#include "engine/tree/arena.h"

namespace bitladder::engine {

// What an entry counts against StoreOptions::buffer_bytes: THEORY's entry size. So 1 MiB holds
// exactly 1024 entries of 16 + 992 bytes.
inline constexpr std::uint64_t kEntryOverheadBytes = 16;
inline std::uint64_t LogicalBytes(std::string_view key, std::string_view value) {
  return key.size() + value.size() + kEntryOverheadBytes;
}

class Memtable {
 public:
  Memtable();
  Memtable(const Memtable&) = delete;
  Memtable& operator=(const Memtable&) = delete;

  // One writer at a time. (user_key, sequence) must be new.
  void Add(std::uint64_t sequence, ValueType type, std::string_view user_key,
           std::string_view value);

  // Everything below is safe beside the writer.

  // The newest version with sequence at most `snapshot`, or nothing. `value` is set for kValue.
  std::optional<ValueType> Get(std::string_view user_key, std::uint64_t snapshot,
                               std::string* value) const;
  std::unique_ptr<Iterator> NewIterator() const;  // the memtable must outlive it

  std::uint64_t entries() const { return entries_.load(std::memory_order_acquire); }
  bool empty() const { return entries() == 0; }
  std::uint64_t logical_bytes() const { return logical_bytes_.load(std::memory_order_relaxed); }

  struct Node;  // defined in memtable.cc

 private:
  static constexpr int kMaxHeight = 12;
  friend class MemtableIterator;

  Node* NewNode(int height, std::string_view user_key, std::uint64_t tag, std::string_view value);
  int RandomHeight();
  // First node at or after (user_key, tag); fills `previous` for each height when it is not null.
  Node* FindAtOrAfter(std::string_view user_key, std::uint64_t tag, Node** previous) const;

  Arena arena_;
  Node* head_;
  std::atomic<int> height_{1};
  std::uint64_t random_ = 0x9e3779b97f4a7c15ULL;  // the same heights on every machine
  std::atomic<std::uint64_t> entries_{0};
  std::atomic<std::uint64_t> logical_bytes_{0};
};

}  // namespace bitladder::engine
