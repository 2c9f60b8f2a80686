// Flushes and merges as counts only: which runs a tree holds after any number of inserts. The merge
// rule is the one the engine executes (ARCHITECTURE.md, "merge rule"), written here independently.
#pragma once

#include <cstdint>

#include "sim/result.h"
#include "sim/tree/tree_design.h"
#include "sim/tree/tree_shape.h"

namespace bitladder::sim {

// The tree after inserting `entries` distinct keys through a buffer of `buffer_entries`, ending
// with a flush (the last one may be partial and still counts as one buffer). With unique inserts
// the levels are the base-T digits of the number of flushes F = ceil(entries / buffer_entries).
Result<TreeShape> GrownTree(std::uint64_t entries, std::uint64_t buffer_entries, int size_ratio,
                            const MergePolicy& policy);

}  // namespace bitladder::sim
