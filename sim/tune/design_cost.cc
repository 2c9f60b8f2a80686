#include "sim/tune/design_cost.h"

#include <algorithm>
#include <cmath>

#include "sim/check.h"
#include "sim/cost/closed_form.h"
#include "sim/cost/range_cost.h"
#include "sim/ideal_filter.h"
#include "sim/range.h"

namespace bitladder::sim {
namespace {

// Wasted I/Os on the levels above the largest, and p_L.
struct FalsePositives {
  double inner = 0;
  double largest_fpr = 1;
};

FalsePositives FalsePositivesOf(const TuningProblem& problem, const TunedDesign& tuned) {
  const TreeDesign& design = tuned.design;
  const MergePolicy& policy = design.merge_policy;
  const double on_disk = design.entries * -std::expm1(-tuned.levels * std::log(design.size_ratio));
  const double bits_per_key = tuned.filter_bits / on_disk;
  if (problem.filters == FilterDivision::kUniform) {
    const double fpr = IdealFpr(bits_per_key);
    return {policy.inner_runs * (tuned.levels - 1) * fpr, fpr};
  }
  const double lookups = problem.workload.zero_result + problem.workload.existing;
  const double existing_share = lookups > 0 ? problem.workload.existing / lookups : 0;
  const ClosedFormTree tree =
      MixedLookupTree(design.size_ratio, tuned.levels, policy, existing_share).value();
  const MonkeyClosedForm form = MonkeyFinite(tree, bits_per_key);
  return {form.cost() - tree.last_weight * form.largest_fpr, form.largest_fpr};
}

}  // namespace

Result<void> Validate(const TuningProblem& problem) {
  if (auto ok = CheckRange("entries", problem.entries, 1, 1e18); !ok) return ok;
  if (auto ok = CheckRange("entry_bytes", problem.entry_bytes, 1e-3, 1e12); !ok) return ok;
  if (auto ok = Validate(problem.prices); !ok) return ok;
  if (auto ok = CheckRange("memory_bytes", problem.memory_bytes, BlockBytes(problem), 1e18); !ok) {
    return ok;
  }
  if (auto ok = Validate(problem.workload); !ok) return ok;
  if (auto ok = CheckRange("selected_entries", problem.selected_entries, 0, 1e18); !ok) return ok;
  return CheckRange("max_size_ratio", problem.max_size_ratio, kMinSizeRatio, kMaxSizeRatio);
}

double BlockBytes(const TuningProblem& problem) {
  return problem.prices.entries_per_block * problem.entry_bytes;
}

TunedDesign CostOfDesign(const TuningProblem& problem, int size_ratio, const MergePolicy& policy,
                         double buffer_bytes) {
  SIM_CHECK(buffer_bytes <= problem.memory_bytes, buffer_bytes, problem.memory_bytes);
  TunedDesign tuned;
  tuned.design = {problem.entries, problem.entry_bytes, buffer_bytes, size_ratio,
                  policy,          LevelsRule::kEq1};
  tuned.levels = std::min(LevelCount(tuned.design).value(), kMaxLevels);
  tuned.filter_bits = 8 * (problem.memory_bytes - buffer_bytes);
  const auto [inner, largest_fpr] = FalsePositivesOf(problem, tuned);
  const double runs = policy.inner_runs * (tuned.levels - 1.0) + policy.last_runs;
  tuned.costs.zero_result = inner + policy.last_runs * largest_fpr;
  tuned.costs.existing = 1 + inner + (policy.last_runs - 1) / 2.0 * largest_fpr;
  tuned.costs.range = RangeCost(runs, problem.selected_entries, problem.prices);
  tuned.costs.update = UpdateCost(size_ratio, tuned.levels, policy, problem.prices);
  tuned.average_cost = AverageCost(problem.workload, tuned.costs);
  return tuned;
}

}  // namespace bitladder::sim
