// What a tree takes in memory, and what it wastes on disk.
#pragma once

#include "sim/tree/tree_design.h"
#include "sim/tree/tree_shape.h"

namespace bitladder::sim {

struct MemoryCost {
  double buffer_bytes = 0;
  double fence_bytes = 0;   // M_pointers: the first key of every block and where it is
  double filter_bytes = 0;  // M_filters
  double total_bytes() const { return buffer_bytes + fence_bytes + filter_bytes; }
};

// Fence pointers (Monkey 2017 section 2): one for each of the ceil(n_j / B) blocks of every run, of
// `key_bytes` and `pointer_bytes`. entries_per_block B >= 1.
MemoryCost MemoryOf(const TreeShape& tree, double buffer_bytes, double filter_bits,
                    double entries_per_block, double key_bytes, double pointer_bytes = 8);

// Entries on disk over distinct ones, less 1, in the worst case: the largest run holds every key,
// all other runs hold obsolete versions of them. Exact for any tree.
double SpaceAmplification(const TreeShape& tree);

// Dostoevsky 2018 Eq. 13: Z - 1 + 1/T for a full tree of many levels. It counts the 1/T above the
// largest level as a share of all entries; SpaceAmplification, a share of the distinct ones, tends
// to Z T/(T-1) - 1, which is 1/(T-1) for Z = 1.
double SpaceAmplificationDostoevsky(int size_ratio, const MergePolicy& policy);

}  // namespace bitladder::sim
