#include "engine/table/block_cache.h"

#include <iterator>

namespace bitladder::engine {

BlockCache::BlockCache(std::uint64_t capacity_bytes) : capacity_bytes_(capacity_bytes) {}

std::uint64_t BlockCache::NewTableId() {
  const std::lock_guard lock(mutex_);
  return next_table_id_++;
}

std::optional<Block> BlockCache::Find(std::uint64_t table_id, std::uint64_t offset) {
  const std::lock_guard lock(mutex_);
  const auto found = index_.find(Key{table_id, offset});
  if (found == index_.end()) {
    ++counts_.misses;
    return std::nullopt;
  }
  ++counts_.hits;
  entries_.splice(entries_.begin(), entries_, found->second);
  return found->second->block;
}

void BlockCache::Insert(std::uint64_t table_id, std::uint64_t offset, const Block& block) {
  const std::uint64_t bytes = block.payload.size();
  if (block.bytes == nullptr || bytes > capacity_bytes_) return;
  Entries evicted;  // freed after the lock
  const std::lock_guard lock(mutex_);
  const Key key{table_id, offset};
  if (index_.count(key) != 0) return;  // another reader was faster
  while (counts_.resident_bytes > capacity_bytes_ - bytes) {
    counts_.resident_bytes -= entries_.back().block.payload.size();
    ++counts_.evictions;
    index_.erase(entries_.back().key);
    evicted.splice(evicted.begin(), entries_, std::prev(entries_.end()));
  }
  entries_.push_front(Entry{key, block});
  index_.emplace(key, entries_.begin());
  counts_.resident_bytes += bytes;
}

BlockCacheCounts BlockCache::counts() const {
  const std::lock_guard lock(mutex_);
  BlockCacheCounts counts = counts_;
  counts.blocks = entries_.size();
  return counts;
}

std::size_t BlockCache::KeyHasher::operator()(const Key& key) const {
  // Offsets are multiples of a page: their low bits must not decide the bucket.
  std::uint64_t mixed = key.table_id * 0x9e3779b97f4a7c15ULL ^ key.offset;
  mixed ^= mixed >> 32;
  mixed *= 0xd6e8feb86659fd93ULL;
  return static_cast<std::size_t>(mixed ^ (mixed >> 32));
}

}  // namespace bitladder::engine
