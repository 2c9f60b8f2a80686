#include "engine/table/fences.h"

#include <fmt/format.h>

#include "engine/table/block.h"

namespace bitladder::engine {

Result<Fences> Fences::FromIndexBlock(std::string_view payload, std::uint64_t data_end) {
  const auto corrupt = [](std::size_t block, std::string_view what) {
    return Fail(ErrorCode::kCorruption, fmt::format("fence {}: {}", block, what));
  };
  Fences fences;
  std::uint64_t free_from = 0;
  BlockCursor cursor(payload);
  for (cursor.SeekToFirst(); cursor.Valid(); cursor.Next()) {
    const std::size_t block = fences.size();
    std::string_view value = cursor.value();
    BlockHandle handle;
    if (!GetBlockHandle(&value, &handle) || !value.empty()) {
      return corrupt(block, "its block handle is malformed");
    }
    if (!ParseInternalKey(cursor.key())) return corrupt(block, "its key is malformed");
    if (block > 0 && CompareInternalKeys(fences.key(block - 1), cursor.key()) >= 0) {
      return corrupt(block, "it is not above the one before");
    }
    if (handle.offset < free_from || !EndsBefore(handle, data_end)) {
      return corrupt(block, fmt::format("its block at offset {} of {} bytes overlaps others",
                                        handle.offset, handle.size));
    }
    free_from = handle.offset + handle.size + kBlockTrailerBytes;
    fences.keys_.append(cursor.key());
    fences.key_ends_.push_back(fences.keys_.size());
    fences.handles_.push_back(handle);
  }
  ENGINE_TRY(cursor.status());
  fences.keys_.shrink_to_fit();
  fences.key_ends_.shrink_to_fit();
  fences.handles_.shrink_to_fit();
  return fences;
}

std::string_view Fences::key(std::size_t block) const {
  const std::uint64_t begin = block == 0 ? 0 : key_ends_[block - 1];
  return std::string_view(keys_).substr(begin, key_ends_[block] - begin);
}

std::optional<std::size_t> Fences::Find(std::string_view internal_key) const {
  std::size_t low = 0;
  std::size_t high = size();
  while (low < high) {
    const std::size_t middle = low + (high - low) / 2;
    if (CompareInternalKeys(key(middle), internal_key) < 0) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low < size() ? std::optional(low) : std::nullopt;
}

std::uint64_t Fences::resident_bytes() const {
  return keys_.capacity() + key_ends_.capacity() * sizeof(key_ends_[0]) +
         handles_.capacity() * sizeof(handles_[0]);
}

}  // namespace bitladder::engine
