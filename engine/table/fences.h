// The resident fence pointers of one table: which data block can hold a key.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/result.h"
#include "engine/table/format.h"

namespace bitladder::engine {

// Fence i is an internal key at or above every key of block i and below every key of block i + 1.
class Fences {
 public:
  // Decodes an index block. Fences must ascend strictly, and blocks must follow each other without
  // overlap and end at or before `data_end`. kCorruption without path and offset.
  static Result<Fences> FromIndexBlock(std::string_view payload, std::uint64_t data_end);

  std::size_t size() const { return handles_.size(); }
  const BlockHandle& handle(std::size_t block) const { return handles_[block]; }
  std::string_view key(std::size_t block) const;
  // The only block that can hold the first entry at or after `internal_key`; nullopt when it is
  // beyond the last fence. Binary search.
  std::optional<std::size_t> Find(std::string_view internal_key) const;
  std::uint64_t resident_bytes() const;

 private:
  std::string keys_;                     // end to end
  std::vector<std::uint64_t> key_ends_;  // in keys_
  std::vector<BlockHandle> handles_;
};

}  // namespace bitladder::engine
