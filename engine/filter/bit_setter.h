// Sets bits at random positions of a large array without waiting for each cache line in turn.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace bitladder::engine {

// A delay line: a position's cache line is prefetched when it arrives, and its bit set kDepth
// positions later, when the line is there. `first` is a position to be set anyway; it fills the
// line at the start.
class BitSetter {
 public:
  BitSetter(std::uint8_t* bits, std::uint64_t first) : bits_(bits) { pending_.fill(first); }

  void Set(std::uint64_t position) {
    __builtin_prefetch(bits_ + position / 8, 1);
    std::uint64_t& slot = pending_[next_++ % kDepth];
    SetNow(slot);
    slot = position;
  }

  void Flush() {
    for (const std::uint64_t position : pending_) SetNow(position);
  }

 private:
  static constexpr std::size_t kDepth = 64;

  void SetNow(std::uint64_t position) {
    bits_[position / 8] |= static_cast<std::uint8_t>(1U << (position % 8));
  }

  std::uint8_t* bits_;
  std::size_t next_ = 0;
  std::array<std::uint64_t, kDepth> pending_;
};

}  // namespace bitladder::engine
