#include "engine/store/write_batch.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/tree/memtable.h"

namespace bitladder::engine {
namespace {

constexpr std::size_t kHeaderBytes = 12;

}  // namespace

Status CheckLimits(std::size_t key_bytes, std::size_t value_bytes) {
  if (key_bytes > kMaxKeyBytes) {
    return Fail(ErrorCode::kInvalidArgument,
                fmt::format("a key of {} bytes, at most {} are allowed", key_bytes, kMaxKeyBytes));
  }
  if (value_bytes > kMaxValueBytes) {
    return Fail(
        ErrorCode::kInvalidArgument,
        fmt::format("a value of {} bytes, at most {} are allowed", value_bytes, kMaxValueBytes));
  }
  return {};
}

void WriteBatch::Clear() {
  record_.assign(kHeaderBytes, '\0');
  count_ = 0;
  logical_bytes_ = 0;
  longest_key_ = 0;
  longest_value_ = 0;
}

void WriteBatch::Count(std::string_view key, std::string_view value) {
  count_ += 1;
  logical_bytes_ += LogicalBytes(key, value);
  longest_key_ = std::max(longest_key_, key.size());
  longest_value_ = std::max(longest_value_, value.size());
}

void WriteBatch::Put(std::string_view key, std::string_view value) {
  record_.push_back(static_cast<char>(ValueType::kValue));
  AppendLengthPrefixed(&record_, key);
  AppendLengthPrefixed(&record_, value);
  Count(key, value);
}

void WriteBatch::Delete(std::string_view key) {
  record_.push_back(static_cast<char>(ValueType::kDeletion));
  AppendLengthPrefixed(&record_, key);
  Count(key, {});
}

std::string_view WriteBatch::Record(std::uint64_t first_sequence) {
  for (std::size_t byte = 0; byte < 8; ++byte) {
    record_[byte] = static_cast<char>(first_sequence >> (8 * byte));
  }
  for (std::size_t byte = 0; byte < 4; ++byte) {
    record_[8 + byte] = static_cast<char>(count_ >> (8 * byte));
  }
  return record_;
}

Result<BatchReader> BatchReader::Open(std::string_view record) {
  if (record.size() < kHeaderBytes) {
    return Fail(ErrorCode::kCorruption, "a batch is shorter than its header");
  }
  BatchReader reader;
  reader.first_sequence_ = DecodeFixed64(record.data());
  reader.count_ = DecodeFixed32(record.data() + 8);
  reader.rest_ = record.substr(kHeaderBytes);
  return reader;
}

Result<bool> BatchReader::Next(Write* write) {
  if (read_ == count_) {
    if (!rest_.empty()) {
      return Fail(ErrorCode::kCorruption, "a batch goes on after its last write");
    }
    return false;
  }
  const auto malformed = [&] {
    return Fail(ErrorCode::kCorruption,
                fmt::format("write {} of {} in a batch is malformed", read_ + 1, count_));
  };
  if (rest_.empty() || static_cast<unsigned char>(rest_.front()) > 1) {
    return malformed();
  }
  write->type = static_cast<ValueType>(rest_.front());
  rest_.remove_prefix(1);
  write->value = {};
  if (!GetLengthPrefixed(&rest_, &write->key) || write->key.size() > kMaxKeyBytes ||
      (write->type == ValueType::kValue && !GetLengthPrefixed(&rest_, &write->value))) {
    return malformed();
  }
  read_ += 1;
  return true;
}

}  // namespace bitladder::engine
