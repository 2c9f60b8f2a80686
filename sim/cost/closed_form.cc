#include "sim/cost/closed_form.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "sim/check.h"
#include "sim/ideal_filter.h"

namespace bitladder::sim {
namespace {

constexpr int kMaxLevels = 64;

void CheckTree(const ClosedFormTree& tree, double bits_per_key) {
  SIM_CHECK(Validate(tree).has_value(), tree.size_ratio, tree.levels);
  SIM_CHECK(bits_per_key >= 0, bits_per_key, 0);
}

double UnfilteredCost(const ClosedFormTree& tree, int unfiltered) {
  const MergePolicy& policy = tree.merge_policy;
  return unfiltered == 0 ? 0.0 : policy.last_runs + policy.inner_runs * (unfiltered - 1.0);
}

int RunsAtLevel(const ClosedFormTree& tree, int level) {
  return level == tree.levels ? tree.merge_policy.last_runs : tree.merge_policy.inner_runs;
}

// Entries on the first `levels` levels over those of the largest of them: sum of T^(i - levels).
double GeometricSum(const ClosedFormTree& tree, int levels) {
  const double t = tree.size_ratio;
  return t / (t - 1) * -std::expm1(-levels * std::log(t));
}

// R_f of MonkeyFinite with `filtered` >= 1 filtered levels.
double FiniteFilteredCost(const ClosedFormTree& tree, double bits_per_key, int filtered) {
  const double t = tree.size_ratio;
  const double s = GeometricSum(tree, filtered);
  const double d = (s - filtered * std::pow(t, 1 - filtered)) / (t - 1);
  const double all = std::pow(t, tree.levels - filtered) * GeometricSum(tree, tree.levels);
  const double log_runs =
      std::log(static_cast<double>(tree.merge_policy.inner_runs)) * (1 - 1 / s) +
      std::log(static_cast<double>(RunsAtLevel(tree, filtered))) / s;
  return s * std::exp(d / s * std::log(t) - bits_per_key * kBeta * all / s + log_runs);
}

}  // namespace

Result<void> Validate(const ClosedFormTree& tree) {
  if (auto ok = Validate(tree.merge_policy, tree.size_ratio); !ok) return ok;
  if (tree.levels < 1 || tree.levels > kMaxLevels) {
    return Fail(
        fmt::format("levels = {} is out of range: must lie in [1, {}]", tree.levels, kMaxLevels));
  }
  return {};
}

double UniformClosedForm(const ClosedFormTree& tree, double bits_per_key) {
  CheckTree(tree, bits_per_key);
  return UnfilteredCost(tree, tree.levels) * IdealFpr(bits_per_key);
}

double FilterThreshold(int size_ratio, const MergePolicy& policy) {
  const double t = size_ratio;
  const double runs = static_cast<double>(policy.inner_runs) / policy.last_runs;
  return (std::log(t) / (t - 1) + std::log(runs) / t) / kBeta;
}

int UnfilteredLevels(const ClosedFormTree& tree, double bits_per_key) {
  CheckTree(tree, bits_per_key);
  if (bits_per_key >= FilterThreshold(tree.size_ratio, tree.merge_policy)) return 0;
  const int k = tree.merge_policy.inner_runs;
  const double ratio = FilterThreshold(tree.size_ratio, {k, k}) / bits_per_key;
  const double unfiltered = std::ceil(std::log(ratio) / std::log(tree.size_ratio));
  return static_cast<int>(std::clamp<double>(unfiltered, 1, tree.levels));
}

int UnfilteredLevelsForCost(const ClosedFormTree& tree, double cost) {
  CheckTree(tree, 0);
  SIM_CHECK(cost >= 0, cost, 0);
  const double t = tree.size_ratio;
  const double filtered_at_most =
      t / (t - 1);  // R_f / runs where the largest filtered level has p = 1
  const double z = tree.merge_policy.last_runs;
  if (cost <= z * filtered_at_most) return 0;
  const double unfiltered =
      std::ceil((cost - z) / tree.merge_policy.inner_runs + 1 - filtered_at_most);
  return static_cast<int>(std::clamp<double>(unfiltered, 1, tree.levels));
}

MonkeyClosedForm MonkeyLimit(const ClosedFormTree& tree, double bits_per_key) {
  const double t = tree.size_ratio;
  MonkeyClosedForm form;
  form.unfiltered_levels = UnfilteredLevels(tree, bits_per_key);
  form.unfiltered_cost = UnfilteredCost(tree, form.unfiltered_levels);
  const int filtered = tree.levels - form.unfiltered_levels;
  if (filtered == 0) return form;
  const double k = tree.merge_policy.inner_runs;
  const double runs = std::pow(RunsAtLevel(tree, filtered), (t - 1) / t) * std::pow(k, 1 / t);
  form.filtered_cost = IdealFpr(bits_per_key * std::pow(t, form.unfiltered_levels)) * runs *
                       std::pow(t, t / (t - 1)) / (t - 1);
  return form;
}

MonkeyClosedForm MonkeyFinite(const ClosedFormTree& tree, double bits_per_key) {
  CheckTree(tree, bits_per_key);
  MonkeyClosedForm form;
  for (; form.unfiltered_levels < tree.levels; ++form.unfiltered_levels) {
    const int filtered = tree.levels - form.unfiltered_levels;
    form.filtered_cost = FiniteFilteredCost(tree, bits_per_key, filtered);
    // A level's share of R_f is its share of the entries, so the largest has R_f / S over its runs.
    if (form.filtered_cost <= RunsAtLevel(tree, filtered) * GeometricSum(tree, filtered)) break;
  }
  if (form.unfiltered_levels == tree.levels) form.filtered_cost = 0;
  form.unfiltered_cost = UnfilteredCost(tree, form.unfiltered_levels);
  return form;
}

double MonkeyLimitFpr(const ClosedFormTree& tree, const MonkeyClosedForm& form, int level) {
  CheckTree(tree, 0);
  SIM_CHECK(level >= 1 && level <= tree.levels, level, tree.levels);
  const double t = tree.size_ratio;
  const int filtered = tree.levels - form.unfiltered_levels;
  if (level > filtered) return 1;
  const double share = (t - 1) * std::pow(t, level - filtered - 1);
  return std::min(1.0, form.filtered_cost * share / RunsAtLevel(tree, level));
}

}  // namespace bitladder::sim
