#include "sim/cost/target_mass.h"

#include <fmt/format.h>

#include <algorithm>

namespace bitladder::sim {

std::vector<double> UniformTargets(const TreeShape& tree) {
  const double entries = tree.entries();
  std::vector<double> mass;
  for (const Run& run : tree.runs) mass.push_back(run.entries / entries);
  return mass;
}

std::vector<double> OldestRunTargets(const TreeShape& tree) {
  std::vector<double> mass(tree.runs.size(), 0.0);
  if (!mass.empty()) mass.back() = 1;
  return mass;
}

Result<std::vector<double>> LevelTargets(const TreeShape& tree, int level) {
  double entries = 0;
  for (const Run& run : tree.runs) entries += run.level == level ? run.entries : 0;
  if (entries == 0) {
    return Fail(fmt::format("target_level = {} holds no run: the tree has levels 1 to {}", level,
                            tree.levels()));
  }
  std::vector<double> mass;
  for (const Run& run : tree.runs) mass.push_back(run.level == level ? run.entries / entries : 0);
  return mass;
}

Result<std::vector<double>> TemporalTargets(const TreeShape& tree, double temporality) {
  if (!(temporality > 0 && temporality < 1)) {
    return Fail(fmt::format("temporality = {} is out of range: must lie in (0, 1)", temporality));
  }
  const double entries = tree.entries();
  const double recent = temporality * entries;
  // Lookups that go to the newest `rank` entries.
  const auto mass_up_to = [&](double rank) {
    return std::min(rank, recent) / recent * (1 - temporality) +
           std::max(0.0, rank - recent) / (entries - recent) * temporality;
  };
  std::vector<double> mass;
  double rank = 0;
  for (const Run& run : tree.runs) {
    mass.push_back(mass_up_to(rank + run.entries) - mass_up_to(rank));
    rank += run.entries;
  }
  return mass;
}

}  // namespace bitladder::sim
