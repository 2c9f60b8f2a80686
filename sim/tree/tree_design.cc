#include "sim/tree/tree_design.h"

#include <fmt/format.h>

#include "sim/range.h"

namespace bitladder::sim {
MergePolicy Leveling() { return {1, 1}; }
MergePolicy Tiering(int size_ratio) { return {size_ratio - 1, size_ratio - 1}; }
MergePolicy LazyLeveling(int size_ratio) { return {size_ratio - 1, 1}; }

Result<void> Validate(const MergePolicy& policy, int size_ratio) {
  if (auto ok = CheckRange("size_ratio", size_ratio, kMinSizeRatio, kMaxSizeRatio); !ok) return ok;
  if (auto ok = CheckRange("inner_runs", policy.inner_runs, 1, size_ratio - 1); !ok) return ok;
  return CheckRange("last_runs", policy.last_runs, 1, size_ratio - 1);
}

Result<void> Validate(const TreeDesign& design) {
  if (auto ok = CheckRange("entries", design.entries, 1, 1e18); !ok) return ok;
  if (!(design.entry_bytes > 0 && design.entry_bytes <= 1e12)) {
    return Fail(
        fmt::format("entry_bytes = {} is out of range: must lie in (0, 1e12]", design.entry_bytes));
  }
  if (auto ok = CheckRange("buffer_bytes", design.buffer_bytes, design.entry_bytes, 1e18); !ok) {
    return ok;
  }
  return Validate(design.merge_policy, design.size_ratio);
}

Result<int> LevelCount(const TreeDesign& design) {
  if (auto ok = Validate(design); !ok) return tl::unexpected(ok.error());
  const double t = design.size_ratio;
  double buffers = design.entries * design.entry_bytes / design.buffer_bytes;
  if (design.levels_rule == LevelsRule::kEq1) buffers *= (t - 1) / t;
  int levels = 1;
  for (double capacity = t; capacity < buffers * (1 - 1e-12); capacity *= t) ++levels;
  return levels;
}

}  // namespace bitladder::sim
