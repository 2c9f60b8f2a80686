// Memory that is handed out in pieces and given back all at once.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <vector>

namespace bitladder::engine {

// Not thread-safe. Pieces are aligned to 8 bytes and live as long as the arena.
class Arena {
 public:
  char* Allocate(std::size_t bytes) {
    const std::size_t rounded = (bytes + 7) & ~std::size_t{7};
    if (rounded > left_) {
      const std::size_t chunk = std::max(rounded, kChunkBytes);
      chunks_.push_back(std::make_unique_for_overwrite<char[]>(chunk));
      next_ = chunks_.back().get();
      left_ = chunk;
      reserved_bytes_ += chunk;
    }
    char* piece = next_;
    next_ += rounded;
    left_ -= rounded;
    return piece;
  }
  std::size_t reserved_bytes() const { return reserved_bytes_; }

 private:
  static constexpr std::size_t kChunkBytes = 64 * 1024;
  std::vector<std::unique_ptr<char[]>> chunks_;
  char* next_ = nullptr;
  std::size_t left_ = 0;
  std::size_t reserved_bytes_ = 0;
};

}  // namespace bitladder::engine
