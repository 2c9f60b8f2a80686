#include "experiments/predict/target_masses.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "experiments/check.h"
#include "experiments/predict/grown_runs.h"
#include "experiments/predict/zipf_law.h"
#include "experiments/workload/lookup_stream.h"
#include "sim/cost/target_mass.h"

namespace bitladder::experiments {
namespace {

// Keys of a run that share its mass evenly.
std::vector<TargetMass> EvenWithinRuns(const LoadedTree& tree, const std::vector<double>& masses) {
  std::vector<TargetMass> targets;
  for (std::size_t j = 0; j < masses.size(); ++j) {
    const auto entries = static_cast<double>(tree.runs[j].entries);
    targets.push_back({masses[j], masses[j] * masses[j] / entries});
  }
  return targets;
}

// A run may hold keys on either side of the step in popularity at age c N.
std::vector<TargetMass> Temporal(const LoadedTree& tree, double c) {
  const auto masses = sim::TemporalTargets(ShapeOf(tree), c);
  EXPERIMENTS_CHECK(masses.has_value(), c, 0);
  const auto all = static_cast<double>(tree.entries());
  const double step = c * all;
  const double recent = (1 - c) / step;
  const double old = c / (all - step);
  std::vector<TargetMass> targets;
  double age = 0;
  for (std::size_t j = 0; j < tree.runs.size(); ++j) {
    const auto entries = static_cast<double>(tree.runs[j].entries);
    const double newer = std::clamp(step - age, 0.0, entries);
    targets.push_back({(*masses)[j], newer * recent * recent + (entries - newer) * old * old});
    age += entries;
  }
  return targets;
}

// Position in `first_ages` (age of each run's newest entry, ascending) of the run that holds `age`.
std::size_t RunOfAge(const std::vector<std::uint64_t>& first_ages, std::uint64_t age) {
  const auto after = std::upper_bound(first_ages.begin(), first_ages.end(), age);
  return static_cast<std::size_t>(after - first_ages.begin()) - 1;
}

std::vector<TargetMass> Zipf(const LoadedTree& tree, double s, std::uint64_t entry_seed) {
  const std::uint64_t all = tree.entries();
  const double norm = ZipfSum(1, all, s);
  const IndexPermutation by_rank = EntriesByRank(all, entry_seed);
  std::vector<std::uint64_t> first_ages;
  std::uint64_t age = 0;
  for (const LoadedRun& run : tree.runs) {
    first_ages.push_back(age);
    age += run.entries;
  }
  std::vector<TargetMass> targets(tree.runs.size());
  std::vector<std::uint64_t> placed(tree.runs.size());
  const std::uint64_t exact = std::min(all, kZipfExactRanks);
  for (std::uint64_t rank = 0; rank < exact; ++rank) {
    const std::size_t run = RunOfAge(first_ages, all - 1 - by_rank.Forward(rank));
    const double probability = std::pow(static_cast<double>(rank + 1), -s) / norm;
    targets[run].mass += probability;
    targets[run].squares += probability * probability;
    ++placed[run];
  }
  if (all == exact) return targets;
  const double rest = ZipfSum(exact + 1, all, s) / norm;
  const double rest_squares = ZipfSum(exact + 1, all, 2 * s) / (norm * norm);
  for (std::size_t j = 0; j < targets.size(); ++j) {
    const double share =
        static_cast<double>(tree.runs[j].entries - placed[j]) / static_cast<double>(all - exact);
    targets[j].mass += share * rest;
    targets[j].squares += share * rest_squares;
  }
  return targets;
}

}  // namespace

std::vector<TargetMass> TargetMasses(const ExperimentConfig& config, const LoadedTree& tree) {
  const WorkloadConfig& workload = config.workload;
  const double parameter = workload.distribution_parameter;
  if (workload.distribution == "zipf") return Zipf(tree, parameter, config.seed_lookups);
  if (workload.distribution == "temporality") return Temporal(tree, parameter);
  if (workload.distribution == "target_level") {
    const auto masses = sim::LevelTargets(ShapeOf(tree), static_cast<int>(parameter));
    EXPERIMENTS_CHECK(masses.has_value(), parameter, tree.levels());
    return EvenWithinRuns(tree, *masses);
  }
  return EvenWithinRuns(tree, sim::UniformTargets(ShapeOf(tree)));
}

}  // namespace bitladder::experiments
