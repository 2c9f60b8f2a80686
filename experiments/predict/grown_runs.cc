#include "experiments/predict/grown_runs.h"

#include "experiments/config/entry_size.h"
#include "experiments/predict/filter_planning.h"
#include "sim/tree/tree_growth.h"

namespace bitladder::experiments {

Result<LoadedTree> GrownRuns(const TreeConfig& tree) {
  const auto shape =
      sim::GrownTree(tree.entries, BufferEntries(tree), tree.size_ratio, MergePolicyOf(tree));
  if (!shape) return Fail(ErrorKind::kRun, "tree: " + shape.error().message);
  LoadedTree grown;
  for (const sim::Run& run : shape->runs) {
    grown.runs.push_back({run.level, run.run, static_cast<std::uint64_t>(run.entries)});
  }
  return grown;
}

sim::TreeShape ShapeOf(const LoadedTree& tree) {
  sim::TreeShape shape;
  for (const LoadedRun& run : tree.runs) {
    shape.runs.push_back({run.level, run.run, static_cast<double>(run.entries)});
  }
  return shape;
}

sim::TreeDesign DesignOf(const TreeConfig& tree) {
  sim::TreeDesign design;
  design.entries = static_cast<double>(tree.entries);
  design.entry_bytes = static_cast<double>(EntryBytes(tree));
  design.buffer_bytes = static_cast<double>(tree.buffer_bytes);
  design.size_ratio = tree.size_ratio;
  design.merge_policy = MergePolicyOf(tree);
  design.levels_rule = tree.levels_rule == "log_t" ? sim::LevelsRule::kLogT : sim::LevelsRule::kEq1;
  return design;
}

}  // namespace bitladder::experiments
