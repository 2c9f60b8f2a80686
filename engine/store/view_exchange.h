// Hands the current view to readers and swaps it under them.
#pragma once

#include <atomic>
#include <cstddef>
#include <memory>
#include <mutex>
#include <utility>

#include "engine/store/read_view.h"
#include "engine/store/reader_slots.h"

namespace bitladder::engine {

class ViewExchange {
 public:
  explicit ViewExchange(std::shared_ptr<const ReadView> first) : held_(std::move(first)) {
    current_.store(held_.get());
  }

  // A view for the length of one lookup (or one batch): costs one atomic exchange and keeps the
  // writer from finishing a swap, so it must be short.
  class Pin {
   public:
    explicit Pin(const ViewExchange& exchange)
        : slots_(exchange.slots_), slot_(slots_.Enter()), view_(*exchange.current_.load()) {}
    Pin(const Pin&) = delete;
    Pin& operator=(const Pin&) = delete;
    ~Pin() { slots_.Leave(slot_); }
    const ReadView& view() const { return view_; }
    SlotCells& cells() const { return view_.CellsOf(slot_); }

   private:
    ReaderSlots& slots_;
    std::size_t slot_;
    const ReadView& view_;
  };

  // A view to keep as long as one likes.
  std::shared_ptr<const ReadView> Hold() const {
    const std::lock_guard lock(mutex_);
    return held_;
  }

  // Makes `next` current and returns the former view, which no Pin uses any more. One caller at a
  // time.
  std::shared_ptr<const ReadView> Replace(std::shared_ptr<const ReadView> next) {
    {
      const std::lock_guard lock(mutex_);
      std::swap(held_, next);
      current_.store(held_.get());
    }
    slots_.WaitForReaders();
    return next;
  }

 private:
  mutable ReaderSlots slots_;
  std::atomic<const ReadView*> current_{nullptr};
  mutable std::mutex mutex_;
  std::shared_ptr<const ReadView> held_;
};

}  // namespace bitladder::engine
