// Builds one block's payload: entries with prefix compression, restart array at the end.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace bitladder::engine {

// Entry: varint bytes shared with the key before, varint other bytes, varint value bytes, other
// bytes of the key, value. Every `restart_interval`-th entry shares nothing; the offsets of those
// (fixed32) and their number (fixed32) end the block.
class BlockBuilder {
 public:
  explicit BlockBuilder(std::uint32_t restart_interval);

  void Add(std::string_view key, std::string_view value);
  // Payload bytes if the block ended now, and if `key`, `value` were added before.
  std::size_t Size() const;
  std::size_t SizeWith(std::string_view key, std::string_view value) const;
  bool empty() const { return entries_ == 0; }
  // Completes the payload; valid until Reset.
  std::string_view Finish();
  void Reset();

 private:
  bool AtRestart() const { return entries_ % restart_interval_ == 0; }
  std::size_t SharedWith(std::string_view key) const;

  std::uint32_t restart_interval_;
  std::uint64_t entries_ = 0;
  std::string buffer_;
  std::string last_key_;
  std::vector<std::uint32_t> restarts_;
};

}  // namespace bitladder::engine
