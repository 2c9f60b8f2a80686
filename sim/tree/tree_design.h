// What a user asks of an LSM-tree: entries, sizes, size ratio and merge policy; and how many levels
// the papers give such a tree.
#pragma once

#include <cstdint>

#include "sim/result.h"

namespace bitladder::sim {

inline constexpr int kMinSizeRatio = 2;
inline constexpr int kMaxSizeRatio = 1000;
inline constexpr int kMaxLevels = 64;

// Fluid LSM-tree (Dostoevsky 2018, section 4): at most K runs at each level but the largest, at
// most Z at the largest, 1 <= K, Z <= T - 1. Leveling is 1, 1; tiering T-1, T-1; lazy leveling
// T-1, 1.
struct MergePolicy {
  int inner_runs = 1;  // K
  int last_runs = 1;   // Z
  bool operator==(const MergePolicy&) const = default;
};

MergePolicy Leveling();
MergePolicy Tiering(int size_ratio);
MergePolicy LazyLeveling(int size_ratio);

// Which of the papers' two conventions gives L. kEq1: Monkey 2017 Eq. 1,
// L = ceil(log_T(N E / M_buf * (T-1)/T)). kLogT: TODS 2018 figures 12B-F and 13A,
// L = ceil(log_T(N E / M_buf)).
enum class LevelsRule { kEq1, kLogT };

struct TreeDesign {
  double entries = 1047552;       // N, entries on disk, 1..1e18
  double entry_bytes = 1024;      // E, key + value + 16, > 0, <= 1e12
  double buffer_bytes = 1048576;  // M_buf, entry_bytes..1e18
  int size_ratio = 2;             // T, 2..1000
  MergePolicy merge_policy;       // K, Z
  LevelsRule levels_rule = LevelsRule::kEq1;
  bool operator==(const TreeDesign&) const = default;
};

// T in 2..1000 and K, Z in 1..T-1; the error names the parameter and its range.
Result<void> Validate(const MergePolicy& policy, int size_ratio);

// Checks every field's range; the error names the field.
Result<void> Validate(const TreeDesign& design);

// L >= 1, the number of levels on disk by the design's rule. A quotient within 1e-12 (relative) of
// a power of T counts as that power, so that the last digit of a division adds no level.
Result<int> LevelCount(const TreeDesign& design);

}  // namespace bitladder::sim
