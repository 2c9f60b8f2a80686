// Filters as they were built: each run keeps the bits that it got when it was written.
#pragma once

#include <cstdint>
#include <string_view>

#include "sim/allocate/allocation.h"

namespace bitladder::sim {

// `policy` on the tree that `entries` inserts through a buffer of `buffer_entries` grow
// (tree/tree_growth.h), each run with the bits that the policy gave it, the newest run then, on the
// tree at the moment the run was written, with the same `bits_per_key` on average over that tree.
// Takes size ratio, merge policy, model, explicit bits and existing lookups per missing one from
// `problem`; its tree, weights and target masses must be empty, as they belong to one tree. What is
// spent differs from bits_per_key * entries: that is what stale filters do. Cost: one allocation
// for each run.
Result<Allocation> AllocateAtCreation(std::string_view policy, const AllocationProblem& problem,
                                      std::uint64_t entries, std::uint64_t buffer_entries,
                                      double bits_per_key);

}  // namespace bitladder::sim
