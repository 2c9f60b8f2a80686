// Levels -> runs -> entries. Runs are the unit: one run is one table with one filter.
#pragma once

#include <span>
#include <vector>

#include "sim/result.h"
#include "sim/tree/tree_design.h"

namespace bitladder::sim {

struct Run {
  int level = 1;       // 1 is the smallest (newest), L the largest
  int run = 1;         // within its level, 1 is the newest
  double entries = 0;  // > 0
  bool operator==(const Run&) const = default;
};

// Runs newest first: by level ascending, then by run ascending. That is the order of a lookup.
struct TreeShape {
  std::vector<Run> runs;
  double entries() const;  // sum over runs
  int levels() const;      // largest level that holds a run; 0 for an empty tree
  bool operator==(const TreeShape&) const = default;
};

// The papers' full tree: level i of L holds N/T^(L-i) * (T-1)/T entries (Monkey 2017 section 2), so
// the levels sum to N (1 - T^-L); each level's entries are spread evenly over its K (or Z) runs.
Result<TreeShape> FullTree(const TreeDesign& design);

// A full tree of a given number of levels, 1..64: the same proportions, scaled to sum to exactly N.
Result<TreeShape> FullTree(double entries, int size_ratio, int levels, const MergePolicy& policy);

// Any tree by its level totals, smallest level first; a level's entries are split evenly over its
// runs. `runs_per_level` is empty (one each) or as long as `entries_per_level`. A total of 0 leaves
// its level empty; a tree without entries is an error.
Result<TreeShape> TreeFromLevels(std::span<const double> entries_per_level,
                                 std::span<const int> runs_per_level);

}  // namespace bitladder::sim
