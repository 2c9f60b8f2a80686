#include "experiments/predict/filter_planning.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "experiments/predict/grown_runs.h"
#include "experiments/predict/lookup_classes.h"
#include "experiments/predict/stale_filters.h"
#include "sim/allocate/allocation.h"
#include "sim/allocate/quantize.h"
#include "sim/allocate/scale.h"

namespace bitladder::experiments {
namespace {

// A policy that spends its budget in real arithmetic may miss it by this much, relatively, in
// doubles.
constexpr double kSummingError = 1e-9;

// nu where no lookup is a zero-result one, and in general the most that an allocation takes.
constexpr double kMostPerMissing = 1e9;

tl::unexpected<Error> Refused(const sim::Error& error) {
  return Fail(ErrorKind::kRun, "allocation: " + error.message);
}

FilterPlan PlanWithoutFilters(const LoadedTree& tree) {
  FilterPlan plan;
  plan.kind = "none";
  plan.runs.resize(tree.runs.size());
  return plan;
}

}  // namespace

sim::MergePolicy MergePolicyOf(const TreeConfig& tree) {
  if (tree.merge_policy == "tiering") return sim::Tiering(tree.size_ratio);
  if (tree.merge_policy == "lazy_leveling") return sim::LazyLeveling(tree.size_ratio);
  if (tree.merge_policy == "fluid") return {tree.inner_runs, tree.last_runs};
  return sim::Leveling();
}

Result<std::unique_ptr<sim::FprModel>> ModelOf(const FiltersConfig& filters) {
  auto model = sim::MakeFprModel(filters.kind);
  if (!model) return Refused(model.error());
  return *std::move(model);
}

std::uint64_t BudgetBits(const FiltersConfig& filters, const LoadedTree& tree) {
  if (filters.memory_bytes > 0) return 8 * filters.memory_bytes;
  return static_cast<std::uint64_t>(filters.bits_per_key * static_cast<double>(tree.entries()));
}

Result<FilterPlan> PlanFilters(const ExperimentConfig& config, std::string_view allocation,
                               const LoadedTree& tree) {
  if (config.filters.kind == "none") return PlanWithoutFilters(tree);
  const auto model = ModelOf(config.filters);
  if (!model) return tl::unexpected(model.error());

  sim::AllocationProblem problem;
  problem.tree = ShapeOf(tree);
  const LookupClasses classes = ClassifyLookups(config, tree);
  problem.weights = allocation == "monkey_general" ? MixedWeights(classes, tree.runs.size())
                                                   : AbsentWeights(classes, tree.runs.size());
  problem.budget_bits = static_cast<double>(BudgetBits(config.filters, tree));
  problem.model = model->get();
  problem.size_ratio = config.tree.size_ratio;
  problem.merge_policy = MergePolicyOf(config.tree);
  if (allocation == "monkey_general_closed_form") {
    const double f = config.workload.existing_fraction;
    problem.existing.per_missing = f < 1 ? std::min(f / (1 - f), kMostPerMissing) : kMostPerMissing;
  }
  problem.explicit_bits = config.filters.explicit_bits;
  const auto published = sim::Allocate(allocation, problem);
  if (!published) return Refused(published.error());

  if (allocation == "explicit") problem.budget_bits = std::floor(published->spent_bits);
  const double missed = std::abs(published->spent_bits - problem.budget_bits);
  const bool misses = missed > kSummingError * problem.budget_bits;
  const auto quantized =
      sim::Quantize(problem, misses ? sim::ScaleToBudget(problem, *published) : *published);
  if (!quantized) return Refused(quantized.error());

  FilterPlan plan;
  plan.kind = config.filters.kind;
  plan.budget_bits = static_cast<std::uint64_t>(problem.budget_bits);
  for (std::size_t j = 0; j < tree.runs.size(); ++j) {
    plan.runs.push_back({published->bits_per_key[j], quantized->bits_per_key_1024[j],
                         static_cast<std::uint64_t>(quantized->spent_bits[j])});
  }
  if (config.filters.assigned == "at_creation") {
    return PlanAtCreation(config, allocation, tree, std::move(plan));
  }
  return plan;
}

}  // namespace bitladder::experiments
