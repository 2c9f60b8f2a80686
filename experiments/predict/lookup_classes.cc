#include "experiments/predict/lookup_classes.h"

#include <algorithm>

#include "experiments/predict/target_masses.h"
#include "experiments/predict/zipf_law.h"
#include "sim/cost/lookup_cost.h"

namespace bitladder::experiments {
namespace {

std::span<const double> RatesOf(const LookupClass& c, std::span<const double> fpr) {
  return fpr.subspan(c.first_run, c.last_run - c.first_run);
}

// Variance of the cost of a key that all runs of the class are asked for.
double VarianceWithin(const LookupClass& c, std::span<const double> fpr) {
  double variance = 0;
  for (const double p : RatesOf(c, fpr)) variance += p * (1 - p);
  return variance;
}

// Covariance of two lookups of a kind: where both are for one key, they cost the same.
double RepeatVariance(std::span<const LookupClass> classes, std::span<const double> fpr) {
  double variance = 0;
  for (const LookupClass& c : classes) variance += c.squares * VarianceWithin(c, fpr);
  return variance;
}

// Mean and variance of the cost of a lookup that belongs to one of `classes`.
struct Moments {
  double mean = 0;
  double variance = 0;
};
Moments MixtureMoments(std::span<const LookupClass> classes, std::span<const double> fpr) {
  double mean = 0;
  double second = 0;
  for (const LookupClass& c : classes) {
    const std::span<const double> rates = RatesOf(c, fpr);
    const double class_mean = sim::ZeroResultCost(rates);
    mean += c.probability * class_mean;
    second += c.probability * (VarianceWithin(c, fpr) + class_mean * class_mean);
  }
  return {mean, std::max(0.0, second - mean * mean)};
}

void AddPmf(std::span<const LookupClass> classes, double share, std::span<const double> fpr,
            std::vector<double>* pmf) {
  for (const LookupClass& c : classes) {
    if (share * c.probability == 0) continue;
    const std::vector<double> of_class = sim::WastedIoDistribution(RatesOf(c, fpr));
    if (pmf->size() < of_class.size()) pmf->resize(of_class.size());
    for (std::size_t i = 0; i < of_class.size(); ++i) {
      (*pmf)[i] += share * c.probability * of_class[i];
    }
  }
}

void AddWeights(std::span<const LookupClass> classes, double share, std::vector<double>* weights) {
  for (const LookupClass& c : classes) {
    for (std::size_t run = c.first_run; run < c.last_run; ++run) {
      (*weights)[run] += share * c.probability;
    }
  }
}

// I/Os that every lookup pays: runs without a filter that every class of lookups meets.
double CertainIos(const LookupClasses& classes, std::span<const double> fpr) {
  std::size_t first = 0;
  std::size_t last = fpr.size();
  const auto meet = [&](std::span<const LookupClass> some, double share) {
    for (const LookupClass& c : some) {
      if (share * c.probability == 0) continue;
      first = std::max(first, c.first_run);
      last = std::min(last, c.last_run);
    }
  };
  meet(classes.absent, 1 - classes.existing_fraction);
  meet(classes.existing, classes.existing_fraction);
  double certain = 0;
  for (std::size_t run = first; run < last; ++run) certain += fpr[run] == 1;
  return certain;
}

}  // namespace

LookupClasses ClassifyLookups(const ExperimentConfig& config, const LoadedTree& tree) {
  LookupClasses classes;
  classes.existing_fraction = config.workload.existing_fraction;
  const bool sequential = config.tree.load_order == "sequential";
  const double gaps = static_cast<double>(tree.entries()) - static_cast<double>(tree.runs.size());
  const std::vector<TargetMass> targets = TargetMasses(config, tree);
  for (std::size_t j = 0; j < tree.runs.size(); ++j) {
    const auto entries = static_cast<double>(tree.runs[j].entries);
    classes.existing.push_back({targets[j].mass, 0, sequential ? 0 : j, targets[j].squares});
    if (sequential && gaps > 0) classes.absent.push_back({(entries - 1) / gaps, j, j + 1});
  }
  const WorkloadConfig& workload = config.workload;
  const double repeats =
      workload.distribution == "zipf"
          ? ZipfRepeatProbability(tree.entries(), workload.distribution_parameter)
          : 0;
  if (!sequential) classes.absent.push_back({1, 0, tree.runs.size(), repeats});
  return classes;
}

std::vector<double> AbsentWeights(const LookupClasses& classes, std::size_t runs) {
  std::vector<double> weights(runs);
  AddWeights(classes.absent, 1, &weights);
  return weights;
}

std::vector<double> MixedWeights(const LookupClasses& classes, std::size_t runs) {
  std::vector<double> weights(runs);
  AddWeights(classes.absent, 1 - classes.existing_fraction, &weights);
  AddWeights(classes.existing, classes.existing_fraction, &weights);
  return weights;
}

LookupCost CostOf(const LookupClasses& classes, std::span<const PredictedRun> runs) {
  std::vector<double> fpr;
  for (const PredictedRun& run : runs) fpr.push_back(run.fpr);
  const double f = classes.existing_fraction;
  const Moments absent = MixtureMoments(classes.absent, fpr);
  const Moments existing = MixtureMoments(classes.existing, fpr);
  const double between = absent.mean - existing.mean;

  LookupCost cost;
  cost.mean = (1 - f) * absent.mean + f * existing.mean;
  cost.certain = CertainIos(classes, fpr);
  cost.variance =
      (1 - f) * absent.variance + f * existing.variance + f * (1 - f) * between * between;
  const std::vector<double> weights = MixedWeights(classes, runs.size());
  for (std::size_t j = 0; j < runs.size(); ++j) {
    const double spread = weights[j] * runs[j].fpr_sd;
    cost.filter_variance += spread * spread;
  }
  cost.repeat_variance = (1 - f) * (1 - f) * RepeatVariance(classes.absent, fpr) +
                         f * f * RepeatVariance(classes.existing, fpr);
  return cost;
}

std::vector<double> WastedIoPmf(const LookupClasses& classes, std::span<const double> fpr) {
  std::vector<double> pmf;
  AddPmf(classes.absent, 1 - classes.existing_fraction, fpr, &pmf);
  AddPmf(classes.existing, classes.existing_fraction, fpr, &pmf);
  return pmf;
}

}  // namespace bitladder::experiments
