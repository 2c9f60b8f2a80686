// Lookups with updates between them, on a store that grows meanwhile.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "engine/store/store.h"
#include "experiments/backends/lookup_loop.h"
#include "experiments/result/filter_plan.h"
#include "experiments/result_type.h"
#include "experiments/workload/key_space.h"
#include "experiments/workload/lookup_stream.h"
#include "experiments/workload/operation_mix.h"

namespace bitladder::experiments {

// Which filter a run gets when an update's flush writes it: the planned ones, in their order. A run
// that is not the planned one is noted, and then the point fails.
class PlannedChooser {
 public:
  PlannedChooser(engine::FilterKind kind, std::vector<PlannedFlush> flushes)
      : kind_(kind), flushes_(std::move(flushes)) {}

  engine::FilterSpec Choose(int level, std::uint64_t distinct_keys);
  // An error unless every planned run, and no other, was written.
  Status Check() const;

 private:
  engine::FilterKind kind_;
  std::vector<PlannedFlush> flushes_;
  std::size_t next_ = 0;
  std::string surprise_;  // the first run that was not as planned
};

struct OperationLoopResult {
  LookupLoopResult lookups;
  std::vector<std::uint64_t> update_nanoseconds;  // empty unless timed
  // Of every run that a lookup met, by file number, over its life.
  std::map<std::uint64_t, engine::RunCounters> runs;
};

struct OperationLoopOptions {
  OperationMix mix;
  std::uint64_t first_new_entry = 0;  // index of the first key that an update puts
  std::uint64_t buffer_entries = 1;   // that the store's buffer holds
  bool timed = false;
};

// The operations of the mix, one after another. Updates put the keys of indices first_new_entry,
// ...; flush and merge happen inside the update that sets them off, so no lookup runs beside one.
Result<OperationLoopResult> RunOperations(engine::Store& store, const KeySpace& key_space,
                                          LookupStream& stream,
                                          const OperationLoopOptions& options);

}  // namespace bitladder::experiments
