#include "engine/table/block.h"

#include <fmt/format.h>

#include "engine/check.h"
#include "engine/table/format.h"

namespace bitladder::engine {

BlockCursor::BlockCursor(std::string_view payload) : payload_(payload) {
  constexpr std::size_t kWord = sizeof(std::uint32_t);
  if (payload.size() < kWord) {
    Corrupt("too short for its restart count", 0);
    return;
  }
  restart_count_ = DecodeFixed32(payload.data() + payload.size() - kWord);
  if (restart_count_ == 0 || restart_count_ > (payload.size() - kWord) / kWord) {
    Corrupt("its restart count does not fit", payload.size() - kWord);
    return;
  }
  restarts_begin_ = payload.size() - kWord - restart_count_ * kWord;
}

void BlockCursor::SeekToFirst() {
  if (!status_) return;
  StartAt(0);
}

void BlockCursor::Seek(std::string_view internal_key) {
  if (!status_) return;
  // The last restart whose key is below the target; the entry is at or after it.
  std::uint32_t low = 0;
  std::uint32_t high = restart_count_ - 1;
  const auto below = [&] { return CompareInternalKeys(key_, internal_key) < 0; };
  const auto comparable = [&] {
    if (key_.size() >= kInternalKeyTrailerBytes) return true;
    Corrupt("a key too short for an internal key", next_);
    return false;
  };
  while (low < high) {
    const std::uint32_t middle = low + (high - low + 1) / 2;
    if (!StartAt(middle) || !valid_ || !comparable()) return;
    if (below()) {
      low = middle;
    } else {
      high = middle - 1;
    }
  }
  if (!StartAt(low)) return;
  while (valid_ && comparable() && below()) ParseNext();
}

void BlockCursor::Next() {
  ENGINE_CHECK(valid_, next_, payload_.size());
  ParseNext();
}

std::uint32_t BlockCursor::RestartOffset(std::uint32_t index) const {
  return DecodeFixed32(payload_.data() + restarts_begin_ + index * sizeof(std::uint32_t));
}

bool BlockCursor::StartAt(std::uint32_t restart_index) {
  const std::uint32_t offset = RestartOffset(restart_index);
  if (restart_index == 0 ? offset != 0 : offset >= restarts_begin_) {
    Corrupt("a restart points elsewhere than to an entry", offset);
    return false;
  }
  key_.clear();  // so that an entry here that shares bytes is refused
  next_ = offset;
  ParseNext();
  return status_.has_value();
}

void BlockCursor::ParseNext() {
  valid_ = false;
  if (next_ == restarts_begin_) return;  // the end
  std::string_view input = payload_.substr(next_, restarts_begin_ - next_);
  std::uint32_t shared = 0;
  std::uint32_t other = 0;
  std::uint32_t value_bytes = 0;
  if (!GetVarint32(&input, &shared) || !GetVarint32(&input, &other) ||
      !GetVarint32(&input, &value_bytes)) {
    return Corrupt("an entry's lengths are malformed", next_);
  }
  if (shared > key_.size()) return Corrupt("an entry shares more than the key before has", next_);
  if (other > input.size() || value_bytes > input.size() - other) {
    return Corrupt("an entry goes beyond the end", next_);
  }
  key_.resize(shared);
  key_.append(input.substr(0, other));
  value_ = input.substr(other, value_bytes);
  next_ = static_cast<std::size_t>(value_.data() + value_bytes - payload_.data());
  valid_ = true;
}

void BlockCursor::Corrupt(std::string_view what, std::size_t offset) {
  valid_ = false;
  status_ = Fail(ErrorCode::kCorruption, fmt::format("{} (byte {} of the block)", what, offset));
}

}  // namespace bitladder::engine
