// Several writes that become visible, and durable, together or not at all.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "engine/result.h"
#include "engine/table/format.h"

namespace bitladder::engine {

inline constexpr std::size_t kMaxKeyBytes = 65535;
inline constexpr std::size_t kMaxValueBytes = std::size_t{1} << 30;

// kInvalidArgument when a store takes no key or value that long.
Status CheckLimits(std::size_t key_bytes, std::size_t value_bytes);

// Later writes to a key win over earlier ones of the same batch. A batch is one record of the log,
// in LevelDB's layout: fixed64 sequence number of the first write, fixed32 number of writes; each
// write is a type byte, the key and, for a value, the value, both length-prefixed.
class WriteBatch {
 public:
  WriteBatch() { Clear(); }

  void Put(std::string_view key, std::string_view value);
  void Delete(std::string_view key);
  void Clear();

  std::uint32_t count() const { return count_; }
  std::uint64_t logical_bytes() const { return logical_bytes_; }  // key + value + 16 a write

  Status CheckLimits() const { return engine::CheckLimits(longest_key_, longest_value_); }

  // The record, its writes numbered from `first_sequence`. Lives until the batch changes.
  std::string_view Record(std::uint64_t first_sequence);

 private:
  void Count(std::string_view key, std::string_view value);

  std::string record_;
  std::uint32_t count_ = 0;
  std::uint64_t logical_bytes_ = 0;
  std::size_t longest_key_ = 0;
  std::size_t longest_value_ = 0;
};

// Reads a batch's record write by write. Bytes may come from a damaged file.
class BatchReader {
 public:
  // kCorruption when the header is too short.
  static Result<BatchReader> Open(std::string_view record);

  std::uint64_t first_sequence() const { return first_sequence_; }
  std::uint32_t count() const { return count_; }

  struct Write {
    ValueType type = ValueType::kValue;
    std::string_view key;
    std::string_view value;
  };
  // True and the next write; false after exactly count() writes; kCorruption otherwise.
  Result<bool> Next(Write* write);

 private:
  std::uint64_t first_sequence_ = 0;
  std::uint32_t count_ = 0;
  std::uint32_t read_ = 0;
  std::string_view rest_;
};

}  // namespace bitladder::engine
