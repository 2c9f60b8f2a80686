// What readers see: a memtable and open runs, immutable but for what the writer adds to the
// memtable.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "engine/filter/filter.h"
#include "engine/store/lookup_counters.h"
#include "engine/store/reader_slots.h"
#include "engine/store/run_handle.h"
#include "engine/tree/memtable.h"

namespace bitladder::engine {

// A run with the filter in force: the table's own, or one that replaces it in memory.
struct ViewRun {
  std::shared_ptr<RunHandle> handle;
  std::shared_ptr<const FilterReader> filter;  // null: every probe says maybe
  FilterSpec spec;                             // of the filter in force
  std::uint64_t filter_file_bytes = 0;         // of the filter block in force
};

class ReadView {
 public:
  // All that a lookup needs of a run, side by side.
  struct Target {
    const FilterReader* filter;
    const TableReader* table;
    // For the table to ask again: filters laid out by block answer only once the fences have named
    // the block. Null for the others, which have said everything.
    const FilterReader* filter_by_block;
  };

  ReadView(std::shared_ptr<Memtable> memtable, std::vector<ViewRun> runs)
      : memtable_(std::move(memtable)), runs_(std::move(runs)) {
    targets_.reserve(runs_.size());
    for (const ViewRun& run : runs_) {
      const bool leveldb = run.filter != nullptr && run.filter->kind() == FilterKind::kLevelDbBloom;
      targets_.push_back(
          {run.filter.get(), &run.handle->table(), leveldb ? run.filter.get() : nullptr});
      needs_leveldb_hash_ |= leveldb;
    }
  }
  ReadView(const ReadView&) = delete;
  ReadView& operator=(const ReadView&) = delete;
  ~ReadView() {
    for (const auto& cells : cells_) {
      delete cells.load(std::memory_order_relaxed);
    }
  }

  const std::shared_ptr<Memtable>& memtable() const { return memtable_; }
  const std::vector<ViewRun>& runs() const { return runs_; }  // newest first
  const std::vector<Target>& targets() const { return targets_; }

  // LevelDB's hash is computed only where a filter asks for it.
  KeyHash Hash(std::string_view user_key) const {
    return needs_leveldb_hash_ ? HashUserKey(user_key) : KeyHash{WideHash(user_key), 0};
  }

  // The cells of a slot that the caller holds; made at its first lookup in this view.
  SlotCells& CellsOf(std::size_t slot) const {
    SlotCells* cells = cells_[slot].load(std::memory_order_relaxed);
    if (cells == nullptr) {
      cells = new SlotCells(runs_.size());
      cells_[slot].store(cells, std::memory_order_release);
    }
    return *cells;
  }

  // Calls visit(const SlotCells&) for every slot that was used.
  template <class Visit>
  void ForEachCells(Visit visit) const {
    for (const auto& slot : cells_) {
      if (const SlotCells* cells = slot.load(std::memory_order_acquire)) {
        visit(*cells);
      }
    }
  }

 private:
  std::shared_ptr<Memtable> memtable_;
  std::vector<ViewRun> runs_;
  std::vector<Target> targets_;
  bool needs_leveldb_hash_ = false;
  mutable std::array<std::atomic<SlotCells*>, ReaderSlots::kSlots> cells_{};
};

}  // namespace bitladder::engine
