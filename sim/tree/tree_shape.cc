#include "sim/tree/tree_shape.h"

#include <fmt/format.h>

#include <cmath>
#include <cstddef>

#include "sim/range.h"

namespace bitladder::sim {
namespace {

void AppendLevel(int level, double entries, int runs, TreeShape& shape) {
  for (int run = 1; run <= runs; ++run) shape.runs.push_back({level, run, entries / runs});
}

// A geometric tree whose largest level holds `largest` entries.
TreeShape GeometricTree(double largest, int size_ratio, int levels, const MergePolicy& policy) {
  TreeShape shape;
  for (int level = 1; level <= levels; ++level) {
    const double entries = largest * std::pow(size_ratio, level - levels);
    AppendLevel(level, entries, level == levels ? policy.last_runs : policy.inner_runs, shape);
  }
  return shape;
}

}  // namespace

double TreeShape::entries() const {
  double sum = 0;
  for (const Run& run : runs) sum += run.entries;
  return sum;
}

int TreeShape::levels() const {
  int largest = 0;
  for (const Run& run : runs) largest = run.level > largest ? run.level : largest;
  return largest;
}

Result<TreeShape> FullTree(const TreeDesign& design) {
  const Result<int> levels = LevelCount(design);
  if (!levels) return tl::unexpected(levels.error());
  const double t = design.size_ratio;
  return GeometricTree(design.entries * (t - 1) / t, design.size_ratio, *levels,
                       design.merge_policy);
}

Result<TreeShape> FullTree(double entries, int size_ratio, int levels, const MergePolicy& policy) {
  if (auto ok = Validate(policy, size_ratio); !ok) return tl::unexpected(ok.error());
  if (!(entries > 0 && entries <= 1e18)) {
    return Fail(fmt::format("entries = {} is out of range: must lie in (0, 1e18]", entries));
  }
  if (auto ok = CheckRange("levels", levels, 1, kMaxLevels); !ok) return tl::unexpected(ok.error());
  const double t = size_ratio;
  const double largest_share = (t - 1) / t / -std::expm1(-levels * std::log(t));
  return GeometricTree(entries * largest_share, size_ratio, levels, policy);
}

Result<TreeShape> TreeFromLevels(std::span<const double> entries_per_level,
                                 std::span<const int> runs_per_level) {
  if (!runs_per_level.empty() && runs_per_level.size() != entries_per_level.size()) {
    return Fail(
        fmt::format("runs_per_level names {} levels, entries_per_level {}: both must name "
                    "the same levels",
                    runs_per_level.size(), entries_per_level.size()));
  }
  TreeShape shape;
  for (std::size_t i = 0; i < entries_per_level.size(); ++i) {
    const double entries = entries_per_level[i];
    const int runs = runs_per_level.empty() ? 1 : runs_per_level[i];
    if (auto ok = CheckRange(fmt::format("entries_per_level[{}]", i), entries, 0, 1e18); !ok) {
      return tl::unexpected(ok.error());
    }
    if (auto ok = CheckRange(fmt::format("runs_per_level[{}]", i), runs, 1, 1e6); !ok) {
      return tl::unexpected(ok.error());
    }
    if (entries > 0) AppendLevel(static_cast<int>(i) + 1, entries, runs, shape);
  }
  if (shape.runs.empty())
    return Fail("entries_per_level holds no entries: at least one level must");
  return shape;
}

}  // namespace bitladder::sim
