// Reads one block's payload, whatever its bytes are.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "engine/result.h"
#include "engine/table/iterator.h"

namespace bitladder::engine {

// A cursor over a payload that the caller keeps alive. Every length is checked against what
// remains, so that arbitrary bytes give entries or kCorruption (without path and offset: the caller
// adds them), never a read outside. Keys that are out of order in the payload come out of order.
// Seek compares internal keys; a key of less than 8 bytes is then corruption.
class BlockCursor final : public Iterator {
 public:
  explicit BlockCursor(std::string_view payload);

  bool Valid() const override { return valid_; }
  void SeekToFirst() override;
  void Seek(std::string_view internal_key) override;
  void Next() override;
  std::string_view key() const override { return key_; }
  std::string_view value() const override { return value_; }
  Status status() const override { return status_; }

 private:
  std::uint32_t RestartOffset(std::uint32_t index) const;
  bool StartAt(std::uint32_t restart_index);  // parses the entry there; false at an error
  void ParseNext();                           // the entry at next_
  void Corrupt(std::string_view what, std::size_t offset);

  std::string_view payload_;
  std::size_t restarts_begin_ = 0;  // also the end of the entries
  std::uint32_t restart_count_ = 0;
  std::size_t next_ = 0;
  std::string key_;
  std::string_view value_;
  bool valid_ = false;
  Status status_;
};

}  // namespace bitladder::engine
