// Readers announce themselves in slots of their own, one cache line each, so that readers on
// different processors share no line that anyone writes. The writer can wait until every reader
// that might still use what it has just replaced is gone.
#pragma once

#include <sched.h>

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <thread>

namespace bitladder::engine {

class ReaderSlots {
 public:
  static constexpr std::size_t kSlots = 64;

  // Returns a slot that is the caller's alone until Leave. A thread takes the slot of its
  // processor, or the next free one; with more than kSlots readers at once it waits. One atomic
  // exchange.
  std::size_t Enter() {
    std::size_t slot = static_cast<std::size_t>(sched_getcpu());
    for (std::size_t tries = 1;; ++tries, ++slot) {
      std::atomic<std::uint64_t>& ticket = slots_[slot % kSlots].ticket;
      std::uint64_t now = ticket.load(std::memory_order_relaxed);
      if (now % 2 == 0 && ticket.compare_exchange_strong(now, now + 1)) {
        return slot % kSlots;
      }
      if (tries % kSlots == 0) {
        std::this_thread::yield();
      }
    }
  }

  void Leave(std::size_t slot) {
    std::atomic<std::uint64_t>& ticket = slots_[slot].ticket;
    ticket.store(ticket.load(std::memory_order_relaxed) + 1, std::memory_order_release);
  }

  // Returns when every reader that entered before the call has left. Why a pointer that was
  // replaced (sequentially consistent store) before the call is then unused: a reader enters (a
  // sequentially consistent exchange) before it loads the pointer (likewise). If the load below
  // comes before that exchange in their single order, so does the store, and the reader loads the
  // new pointer; otherwise the load sees the reader and waits for it.
  void WaitForReaders() const {
    for (const Slot& slot : slots_) {
      const std::uint64_t seen = slot.ticket.load();
      while (seen % 2 == 1 && slot.ticket.load(std::memory_order_acquire) == seen) {
        std::this_thread::yield();
      }
    }
  }

 private:
  struct alignas(64) Slot {
    std::atomic<std::uint64_t> ticket{0};  // odd while a reader is inside
  };
  std::array<Slot, kSlots> slots_;
};

}  // namespace bitladder::engine
