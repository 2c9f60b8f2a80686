#include "sim/cost/closed_form.h"

#include <algorithm>
#include <cmath>

#include "sim/check.h"
#include "sim/ideal_filter.h"
#include "sim/range.h"

namespace bitladder::sim {
namespace {

void CheckTree(const ClosedFormTree& tree, double bits_per_key) {
  SIM_CHECK(Validate(tree).has_value(), tree.size_ratio, tree.levels);
  SIM_CHECK(bits_per_key >= 0, bits_per_key, 0);
}

double UnfilteredCost(const ClosedFormTree& tree, int unfiltered) {
  return unfiltered == 0 ? 0.0 : tree.last_weight + tree.inner_weight * (unfiltered - 1.0);
}

double LevelWeight(const ClosedFormTree& tree, int level) {
  return level == tree.levels ? tree.last_weight : tree.inner_weight;
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
  const double log_weight =
      std::log(tree.inner_weight) * (1 - 1 / s) + std::log(LevelWeight(tree, filtered)) / s;
  return s * std::exp(d / s * std::log(t) - bits_per_key * kBeta * all / s + log_weight);
}

}  // namespace

Result<ClosedFormTree> ZeroResultTree(int size_ratio, int levels, const MergePolicy& policy) {
  if (auto ok = Validate(policy, size_ratio); !ok) return tl::unexpected(ok.error());
  const ClosedFormTree tree = {size_ratio, levels, static_cast<double>(policy.inner_runs),
                               static_cast<double>(policy.last_runs)};
  if (auto ok = Validate(tree); !ok) return tl::unexpected(ok.error());
  return tree;
}

Result<ClosedFormTree> MixedLookupTree(int size_ratio, int levels, const MergePolicy& policy,
                                       double existing_share) {
  auto tree = ZeroResultTree(size_ratio, levels, policy);
  if (!tree) return tree;
  if (auto ok = CheckRange("existing_share", existing_share, 0, 1); !ok) {
    return tl::unexpected(ok.error());
  }
  tree->last_weight -= existing_share * (tree->last_weight + 1) / 2;
  return tree;
}

Result<void> Validate(const ClosedFormTree& tree) {
  if (auto ok = CheckRange("size_ratio", tree.size_ratio, kMinSizeRatio, kMaxSizeRatio); !ok) {
    return ok;
  }
  if (auto ok = CheckRange("levels", tree.levels, 1, kMaxLevels); !ok) return ok;
  if (auto ok = CheckRange("inner_weight", tree.inner_weight, 1e-9, 1e9); !ok) return ok;
  return CheckRange("last_weight", tree.last_weight, 0, tree.size_ratio * tree.inner_weight);
}

double UniformClosedForm(const ClosedFormTree& tree, double bits_per_key) {
  CheckTree(tree, bits_per_key);
  return UnfilteredCost(tree, tree.levels) * IdealFpr(bits_per_key);
}

double FilterThreshold(const ClosedFormTree& tree) {
  const double t = tree.size_ratio;
  return (std::log(t) / (t - 1) + std::log(tree.inner_weight / tree.last_weight) / t) / kBeta;
}

int UnfilteredLevels(const ClosedFormTree& tree, double bits_per_key) {
  CheckTree(tree, bits_per_key);
  if (bits_per_key >= FilterThreshold(tree)) return 0;
  const double t = tree.size_ratio;
  const double equal_weights_threshold = std::log(t) / (t - 1) / kBeta;
  const double unfiltered =
      std::ceil(std::log(equal_weights_threshold / bits_per_key) / std::log(t));
  return static_cast<int>(std::clamp<double>(unfiltered, 1, tree.levels));
}

int UnfilteredLevelsForCost(const ClosedFormTree& tree, double cost) {
  CheckTree(tree, 0);
  SIM_CHECK(cost >= 0, cost, 0);
  const double t = tree.size_ratio;
  const double filtered_at_most =
      t / (t - 1);  // R_f / runs where the largest filtered level has p = 1
  if (cost <= tree.last_weight * filtered_at_most) return 0;
  const double unfiltered =
      std::ceil((cost - tree.last_weight) / tree.inner_weight + 1 - filtered_at_most);
  return static_cast<int>(std::clamp<double>(unfiltered, 1, tree.levels));
}

MonkeyClosedForm MonkeyLimit(const ClosedFormTree& tree, double bits_per_key) {
  const double t = tree.size_ratio;
  MonkeyClosedForm form;
  form.unfiltered_levels = UnfilteredLevels(tree, bits_per_key);
  form.unfiltered_cost = UnfilteredCost(tree, form.unfiltered_levels);
  const int filtered = tree.levels - form.unfiltered_levels;
  if (filtered == 0) return form;
  const double weight =
      std::pow(LevelWeight(tree, filtered), (t - 1) / t) * std::pow(tree.inner_weight, 1 / t);
  form.filtered_cost = IdealFpr(bits_per_key * std::pow(t, form.unfiltered_levels)) * weight *
                       std::pow(t, t / (t - 1)) / (t - 1);
  form.largest_fpr = MonkeyLimitFpr(tree, form, tree.levels);
  return form;
}

MonkeyClosedForm MonkeyFinite(const ClosedFormTree& tree, double bits_per_key) {
  CheckTree(tree, bits_per_key);
  for (int unfiltered = 0; unfiltered < tree.levels; ++unfiltered) {
    const int filtered = tree.levels - unfiltered;
    if (LevelWeight(tree, filtered) == 0) continue;
    const double cost = FiniteFilteredCost(tree, bits_per_key, filtered);
    // A level's share of R_f is its share of the entries.
    const double fpr = cost / GeometricSum(tree, filtered) / LevelWeight(tree, filtered);
    if (fpr > 1) continue;
    return {unfiltered, cost, UnfilteredCost(tree, unfiltered), unfiltered == 0 ? fpr : 1};
  }
  return {tree.levels, 0, UnfilteredCost(tree, tree.levels), 1};
}

double MonkeyLimitFpr(const ClosedFormTree& tree, const MonkeyClosedForm& form, int level) {
  CheckTree(tree, 0);
  SIM_CHECK(level >= 1 && level <= tree.levels, level, tree.levels);
  const double t = tree.size_ratio;
  const int filtered = tree.levels - form.unfiltered_levels;
  if (level > filtered) return 1;
  const double share = (t - 1) * std::pow(t, level - filtered - 1);
  return std::min(1.0, form.filtered_cost * share / LevelWeight(tree, level));
}

double AsymptoticBits(const ClosedFormTree& tree, double bits_per_key, int level) {
  CheckTree(tree, bits_per_key);
  SIM_CHECK(level >= 1 && level <= tree.levels, level, tree.levels);
  SIM_CHECK(tree.last_weight > 0, tree.last_weight, 0);
  const double t = tree.size_ratio;
  const double ladder = std::log(t) * (tree.levels - level - 1 / (t - 1));
  const double mean_log_weight =
      std::log(tree.inner_weight) / t + std::log(tree.last_weight) * (t - 1) / t;
  return bits_per_key + (ladder + std::log(LevelWeight(tree, level)) - mean_log_weight) / kBeta;
}

double ExistingClosedForm(const MonkeyClosedForm& zero_result) {
  return zero_result.cost() - zero_result.largest_fpr + 1;
}

}  // namespace bitladder::sim
