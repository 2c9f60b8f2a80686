#include "experiments/predict/growing_cost.h"

#include <algorithm>
#include <cmath>

#include "experiments/check.h"
#include "experiments/config/entry_size.h"
#include "experiments/predict/filter_planning.h"
#include "experiments/predict/grown_runs.h"
#include "experiments/predict/lookup_classes.h"
#include "sim/cost/update_cost.h"

namespace bitladder::experiments {
namespace {

// A run over its life: its filter's rate and how the lookups of the phase meet it.
struct RunLife {
  PredictedRun rate;
  double exposure = 0;          // sum over lookups of w
  double squared_exposure = 0;  // of w^2
};

PredictedRun RateOf(const sim::FprModel& model, const PlannedFilter& filter,
                    std::uint64_t entries) {
  const sim::ExpectedFilter expected =
      model.Expect(filter.bits_per_key_1024 / 1024.0, static_cast<double>(entries));
  return {expected.fpr, expected.fpr_sd};
}

// Existing lookups choose from the `loaded` oldest entries of the tree.
LookupClasses ClassesOf(const ExperimentConfig& config, const LoadedTree& tree) {
  LookupClasses classes = ClassifyLookups(config, tree);
  const std::uint64_t loaded = config.tree.entries;
  std::uint64_t older = 0;
  for (std::size_t j = tree.runs.size(); j-- > 0;) {
    const std::uint64_t begin = std::min(older, loaded);
    older += tree.runs[j].entries;
    const auto mass = static_cast<double>(std::min(older, loaded) - begin);
    classes.existing[j].probability = mass / static_cast<double>(loaded);
    classes.existing[j].squares = classes.existing[j].probability / static_cast<double>(loaded);
  }
  return classes;
}

void AddState(const LookupClasses& classes, double lookups, std::vector<RunLife>& runs,
              GrowingCost* sum) {
  std::vector<PredictedRun> rates;
  std::vector<double> fpr;
  for (const RunLife& run : runs) {
    rates.push_back(run.rate);
    fpr.push_back(run.rate.fpr);
  }
  const LookupCost cost = CostOf(classes, rates);
  sum->wasted_ios.mean += lookups * cost.mean;
  sum->wasted_ios.certain += lookups * cost.certain;
  sum->wasted_ios.variance += lookups * cost.variance;
  sum->wasted_ios.repeat_variance += lookups * cost.repeat_variance;
  const std::vector<double> pmf = WastedIoPmf(classes, fpr);
  if (sum->pmf.size() < pmf.size()) sum->pmf.resize(pmf.size());
  for (std::size_t i = 0; i < pmf.size(); ++i) sum->pmf[i] += lookups * pmf[i];
  const std::vector<double> weights = MixedWeights(classes, runs.size());
  for (std::size_t j = 0; j < runs.size(); ++j) {
    runs[j].exposure += lookups * weights[j];
    runs[j].squared_exposure += lookups * weights[j] * weights[j];
  }
}

double PairCovariance(const std::vector<RunLife>& runs) {
  double sum = 0;
  for (const RunLife& run : runs) {
    sum += run.rate.fpr_sd * run.rate.fpr_sd * (run.exposure * run.exposure - run.squared_exposure);
  }
  return sum;
}

void DivideBy(double lookups, GrowingCost* sum) {
  sum->wasted_ios.mean /= lookups;
  sum->wasted_ios.certain /= lookups;
  sum->wasted_ios.variance /= lookups;
  sum->wasted_ios.repeat_variance /= lookups;
  for (double& p : sum->pmf) p /= lookups;
}

}  // namespace

Result<GrowingCost> CostWhileGrowing(const ExperimentConfig& config,
                                     const std::vector<TreeState>& states,
                                     const FilterPlan& filters) {
  const auto model = ModelOf(config.filters);
  if (!model) return tl::unexpected(model.error());
  EXPERIMENTS_CHECK(filters.flushes.size() + 1 == states.size(), filters.flushes.size(),
                    states.size());
  GrowingCost cost;
  double lookups = 0;
  double pairs = 0;
  std::vector<RunLife> runs;  // of the state, newest first
  for (std::size_t k = 0; k < states.size(); ++k) {
    const LoadedTree& tree = states[k].tree;
    if (k == 0) {
      for (std::size_t j = 0; j < tree.runs.size(); ++j) {
        runs.push_back({RateOf(**model, filters.runs[j], tree.runs[j].entries)});
      }
    } else {  // a flush makes one run of the newest ones
      const auto survivors = static_cast<std::ptrdiff_t>(tree.runs.size()) - 1;
      const auto merged = runs.end() - survivors;
      pairs += PairCovariance({runs.begin(), merged});
      runs.erase(runs.begin(), merged);
      runs.insert(runs.begin(),
                  {RateOf(**model, filters.flushes[k - 1].filter, tree.runs.front().entries)});
    }
    AddState(ClassesOf(config, tree), static_cast<double>(states[k].lookups), runs, &cost);
    lookups += static_cast<double>(states[k].lookups);
  }
  pairs += PairCovariance(runs);
  DivideBy(lookups, &cost);
  if (lookups > 1) cost.wasted_ios.filter_variance = pairs / (lookups * (lookups - 1));
  return cost;
}

PredictedUpdates PredictUpdates(const ExperimentConfig& config, const OperationMix& mix,
                                const FilterPlan& filters) {
  PredictedUpdates updates;
  const std::uint64_t buffer = BufferEntries(config.tree);
  updates.count = mix.updates;
  updates.flushes = filters.flushes.size();
  updates.entries_flushed = updates.flushes * buffer;
  for (const PlannedFlush& flush : filters.flushes) {
    updates.merges += flush.entries > buffer;
    updates.entries_written += flush.entries;
    updates.entries_read += flush.entries - buffer;
  }
  const sim::TreeDesign design = DesignOf(config.tree);
  const sim::IoPrices prices{.entries_per_block =
                                 std::max(1.0, config.storage.block_bytes / design.entry_bytes)};
  updates.entries_per_block = prices.entries_per_block;
  if (updates.flushes > 0) {
    const auto flushed = static_cast<double>(updates.entries_flushed);
    const auto written = static_cast<double>(updates.entries_written);
    updates.copies_per_entry = written / flushed;
    updates.ios_per_entry =
        (written + static_cast<double>(updates.entries_read)) / prices.entries_per_block / flushed;
  }
  if (const auto levels = sim::LevelCount(design)) {
    updates.ios_per_entry_closed_form =
        sim::UpdateCost(design.size_ratio, *levels, design.merge_policy, prices);
  }
  return updates;
}

}  // namespace bitladder::experiments
