// Counting lookups exactly, beside other readers and without a locked instruction: each reader
// counts in cells of its slot, which no one else writes meanwhile.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "engine/store/statistics.h"

namespace bitladder::engine {

// Written by one thread at a time, read by any.
class Counter {
 public:
  void Add(std::uint64_t more) {
    value_.store(value_.load(std::memory_order_relaxed) + more, std::memory_order_relaxed);
  }
  std::uint64_t value() const { return value_.load(std::memory_order_relaxed); }

 private:
  std::atomic<std::uint64_t> value_{0};
};

struct alignas(64) RunCells {
  Counter filter_negatives;
  Counter fence_rejections;
  Counter block_false_positives;  // a block was searched and did not hold the key
  Counter true_positives;
  Counter block_reads;
  Counter block_cache_hits;

  void AddTo(RunCounters* sum) const {
    const std::uint64_t false_positives = fence_rejections.value() + block_false_positives.value();
    sum->filter_probes += filter_negatives.value() + false_positives + true_positives.value();
    sum->filter_negatives += filter_negatives.value();
    sum->fence_rejections += fence_rejections.value();
    sum->false_positives += false_positives;
    sum->true_positives += true_positives.value();
    sum->block_reads += block_reads.value();
    sum->block_cache_hits += block_cache_hits.value();
  }
};

struct alignas(64) LookupCells {
  Counter lookups;
  Counter found;
  Counter deleted;
  Counter found_in_buffer;

  void AddTo(StoreStatistics* sum) const {
    sum->lookups += lookups.value();
    sum->found += found.value();
    sum->deleted += deleted.value();
    sum->found_in_buffer += found_in_buffer.value();
  }
};

// The cells of one slot in one view.
struct SlotCells {
  explicit SlotCells(std::size_t run_count) : runs(std::make_unique<RunCells[]>(run_count)) {}
  LookupCells lookups;
  std::unique_ptr<RunCells[]> runs;  // as ReadView::runs
};

}  // namespace bitladder::engine
