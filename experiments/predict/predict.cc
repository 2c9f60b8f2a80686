#include "experiments/predict/predict.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "experiments/predict/filter_planning.h"
#include "experiments/predict/growing_cost.h"
#include "experiments/predict/grown_runs.h"
#include "experiments/predict/lookup_classes.h"
#include "sim/cost/closed_form.h"
#include "sim/ideal_filter.h"

namespace bitladder::experiments {
namespace {

constexpr std::uint64_t kLeastAutoLookups = 16384;
constexpr std::uint64_t kMostAutoLookups = std::uint64_t{1} << 24;
constexpr double kAutoRatioVariance = 6.25e-4;  // 0.025^2

Result<std::vector<PredictedRun>> PredictRuns(const ExperimentConfig& config,
                                              const LoadedTree& tree, const FilterPlan& filters) {
  const auto model = ModelOf(config.filters);
  if (!model) return tl::unexpected(model.error());
  std::vector<PredictedRun> runs;
  for (std::size_t j = 0; j < tree.runs.size(); ++j) {
    const sim::ExpectedFilter filter = (*model)->Expect(filters.runs[j].bits_per_key_1024 / 1024.0,
                                                        static_cast<double>(tree.runs[j].entries));
    runs.push_back({filter.fpr, filter.fpr_sd});
  }
  return runs;
}

// The papers' R of a zero-result lookup on the tree that the config designs; no value where no
// equation fits, with the reason in `status`.
std::optional<double> ClosedForm(const ExperimentConfig& config, const LoadedTree& tree,
                                 const FilterPlan& filters, std::string* status) {
  const bool uniform = config.filters.allocation == "uniform";
  if (!uniform && !config.filters.allocation.starts_with("monkey")) {
    *status = "the papers have no equation for this allocation";
  } else if (config.workload.existing_fraction > 0) {
    *status = "the equation is for zero-result lookups alone";
  } else if (config.tree.load_order == "sequential") {
    *status = "the equation assumes that a lookup meets every run";
  }
  if (!status->empty()) return std::nullopt;

  const sim::TreeDesign design = DesignOf(config.tree);
  const auto levels = sim::LevelCount(design);
  if (!levels) {
    *status = levels.error().message;
    return std::nullopt;
  }
  const auto designed = sim::ZeroResultTree(design.size_ratio, *levels, design.merge_policy);
  if (!designed) {
    *status = designed.error().message;
    return std::nullopt;
  }
  const double bits_per_key =
      static_cast<double>(filters.budget_bits) / static_cast<double>(tree.entries());
  return uniform ? sim::UniformClosedForm(*designed, bits_per_key)
                 : sim::MonkeyLimit(*designed, bits_per_key).cost();
}

double IdealCost(const LookupClasses& classes, const FilterPlan& filters) {
  std::vector<PredictedRun> ideal;
  for (const PlannedFilter& run : filters.runs) {
    ideal.push_back(
        {sim::IdealFpr(run.requested_at_creation.value_or(run.bits_per_key_requested)), 0});
  }
  return CostOf(classes, ideal).mean;
}

// Wasted I/Os of a lookup if the config's allocation were `allocation`.
Result<double> CostUnder(const ExperimentConfig& config, std::string_view allocation,
                         const LoadedTree& tree) {
  const Result<FilterPlan> filters = PlanFilters(config, allocation, tree);
  if (!filters) return tl::unexpected(filters.error());
  const auto runs = PredictRuns(config, tree, *filters);
  if (!runs) return tl::unexpected(runs.error());
  return CostOf(ClassifyLookups(config, tree), *runs).mean;
}

// In place of the cost on the loaded tree: the one on the tree that grows under the lookups.
Status AddUpdates(const ExperimentConfig& config, const FilterPlan& filters, std::uint64_t lookups,
                  Prediction* prediction) {
  const OperationMix mix = MixOf(config.workload, lookups);
  if (mix.updates == 0) return {};
  const auto states = GrowUnderLookups(config.tree, mix);
  if (!states) return tl::unexpected(states.error());
  Result<GrowingCost> cost = CostWhileGrowing(config, *states, filters);
  if (!cost) return tl::unexpected(cost.error());
  prediction->wasted_ios = cost->wasted_ios;
  prediction->ios_per_lookup_pmf = std::move(cost->pmf);
  prediction->updates = PredictUpdates(config, mix, filters);
  return {};
}

}  // namespace

Result<Prediction> Predict(const ExperimentConfig& config, const LoadedTree& tree,
                           const FilterPlan& filters, std::uint64_t lookups) {
  auto runs = PredictRuns(config, tree, filters);
  if (!runs) return tl::unexpected(runs.error());
  const LookupClasses classes = ClassifyLookups(config, tree);

  Prediction prediction;
  prediction.runs = *std::move(runs);
  prediction.lookups = lookups;
  prediction.wasted_ios = CostOf(classes, prediction.runs);
  prediction.wasted_ios_per_lookup_ideal = IdealCost(classes, filters);
  prediction.wasted_ios_per_lookup_closed_form =
      ClosedForm(config, tree, filters, &prediction.closed_form_status);
  std::vector<double> fpr;
  for (const PredictedRun& run : prediction.runs) fpr.push_back(run.fpr);
  prediction.ios_per_lookup_pmf = WastedIoPmf(classes, fpr);
  if (Status added = AddUpdates(config, filters, lookups, &prediction); !added) {
    return tl::unexpected(added.error());
  }
  prediction.wasted_ios_pi95 = PredictionInterval(prediction.wasted_ios.Total(lookups));
  return prediction;
}

Result<std::uint64_t> LookupCount(const ExperimentConfig& config, const LoadedTree& tree) {
  if (config.workload.lookups > 0) return config.workload.lookups;
  const Result<double> uniform = CostUnder(config, "uniform", tree);
  if (!uniform) return tl::unexpected(uniform.error());
  const Result<double> monkey = CostUnder(config, "monkey", tree);
  if (!monkey) return tl::unexpected(monkey.error());
  if (*uniform == 0 || *monkey == 0) return kLeastAutoLookups;  // nothing can be wasted
  const double needed = std::ceil((1 / *uniform + 1 / *monkey) / kAutoRatioVariance);
  if (!(needed < static_cast<double>(kMostAutoLookups))) return kMostAutoLookups;
  return std::max(kLeastAutoLookups, static_cast<std::uint64_t>(needed));
}

}  // namespace bitladder::experiments
