// A least-recently-used cache of uncompressed data blocks, shared by the tables of a store.
#pragma once

#include <cstddef>
#include <cstdint>
#include <list>
#include <mutex>
#include <optional>
#include <unordered_map>

#include "engine/table/block_io.h"

namespace bitladder::engine {

struct BlockCacheCounts {
  std::uint64_t hits = 0;
  std::uint64_t misses = 0;
  std::uint64_t evictions = 0;
  std::uint64_t blocks = 0;          // now
  std::uint64_t resident_bytes = 0;  // of their payloads, now
  bool operator==(const BlockCacheCounts&) const = default;
};

// Thread-safe. One list under one lock, so that the same lookups give the same hits whatever the
// capacity: counts are what this cache is for, and a hit touches cold memory some ten times, which
// costs as much as the pread of a page that the page cache holds. Mapped blocks are not kept: the
// page cache holds them already.
class BlockCache {
 public:
  // Payload bytes that may stay resident; about 150 bytes a block for bookkeeping come on top.
  explicit BlockCache(std::uint64_t capacity_bytes);

  // Blocks of different tables never meet, even when a file name comes back.
  std::uint64_t NewTableId();

  std::optional<Block> Find(std::uint64_t table_id,
                            std::uint64_t offset);  // counts a hit or a miss
  // Evicts the blocks longest not used until `block` fits; one larger than the cache is not kept.
  void Insert(std::uint64_t table_id, std::uint64_t offset, const Block& block);
  BlockCacheCounts counts() const;

 private:
  struct Key {
    std::uint64_t table_id = 0;
    std::uint64_t offset = 0;
    bool operator==(const Key&) const = default;
  };
  struct KeyHasher {
    std::size_t operator()(const Key& key) const;
  };
  struct Entry {
    Key key;
    Block block;
  };
  using Entries = std::list<Entry>;

  const std::uint64_t capacity_bytes_;
  mutable std::mutex mutex_;
  std::uint64_t next_table_id_ = 1;
  Entries entries_;  // the most recently used first
  std::unordered_map<Key, Entries::iterator, KeyHasher> index_;
  BlockCacheCounts counts_;
};

}  // namespace bitladder::engine
