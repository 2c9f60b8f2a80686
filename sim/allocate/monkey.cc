#include "sim/allocate/monkey.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "sim/allocate/problem.h"
#include "sim/check.h"

namespace bitladder::sim {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// A run as the water filling sees it: `height` = ln(n_j / c_j), the level at which water reaches
// it.
struct Basin {
  double height;
  double entries;
};

// The water level ln(1/lambda): sum over basins of entries * max(0, level - height) = `nats`.
// Basins ascending by height.
double WaterLevel(std::span<const Basin> basins, double nats) {
  double width = 0;   // entries under water
  double filled = 0;  // nats that raise the water to the current basin's height
  for (std::size_t i = 0; i < basins.size(); ++i) {
    if (i > 0) {
      const double next = filled + width * (basins[i].height - basins[i - 1].height);
      if (next >= nats) return basins[i - 1].height + (nats - filled) / width;
      filled = next;
    }
    width += basins[i].entries;
  }
  return basins.back().height + (nats - filled) / width;
}

// The water level at which the cost is `cost`, which is below the sum of weights: entries e^-level
// of every basin under water, entries e^-height of every other. Basins ascending by height.
double WaterLevelForCost(std::span<const Basin> basins, double cost) {
  std::vector<double> dry(basins.size() + 1, 0.0);  // cost of basins i and on, without filters
  for (std::size_t i = basins.size(); i-- > 0;) {
    dry[i] = dry[i + 1] + basins[i].entries * std::exp(-basins[i].height);
  }
  if (cost >= dry[0]) return -kInfinity;
  double width = 0;
  std::size_t wet = 0;
  while (wet < basins.size() && width * std::exp(-basins[wet].height) + dry[wet] > cost) {
    width += basins[wet++].entries;
  }
  return std::log(width) - std::log(cost - dry[wet]);
}

double WeightOf(std::span<const double> weights, std::size_t run) {
  return weights.empty() ? 1.0 : weights[run];
}

double HeightOf(std::span<const double> entries, std::span<const double> weights, std::size_t run) {
  const double weight = WeightOf(weights, run);
  return weight > 0 ? std::log(entries[run]) - std::log(weight) : kInfinity;
}

std::vector<double> Heights(std::span<const double> entries, std::span<const double> weights) {
  SIM_CHECK(weights.empty() || weights.size() == entries.size(), weights.size(), entries.size());
  std::vector<double> heights(entries.size());
  for (std::size_t j = 0; j < heights.size(); ++j) heights[j] = HeightOf(entries, weights, j);
  return heights;
}

// The runs that have a weight, ascending by height.
std::vector<Basin> SortedBasins(std::span<const double> entries, std::span<const double> heights) {
  std::vector<Basin> basins;
  basins.reserve(entries.size());
  for (std::size_t j = 0; j < entries.size(); ++j) {
    if (heights[j] < kInfinity) basins.push_back({heights[j], entries[j]});
  }
  std::sort(basins.begin(), basins.end(),
            [](const Basin& a, const Basin& b) { return a.height < b.height; });
  return basins;
}

// The optimum at a water level; -infinity is no water. All but the certificate.
MonkeyOptimum OptimumAt(double level, std::span<const double> entries,
                        std::span<const double> weights, std::vector<double> heights,
                        double nats_per_bit) {
  MonkeyOptimum optimum;
  optimum.bits_per_key = std::move(heights);
  for (std::size_t j = 0; j < entries.size(); ++j) {
    double& bits = optimum.bits_per_key[j];  // the run's height so far
    bits = std::max(0.0, (level - bits) / nats_per_bit);
    optimum.spent_bits += entries[j] * bits;
    optimum.cost += WeightOf(weights, j) * std::exp(-bits * nats_per_bit);
  }
  return optimum;
}

}  // namespace

MonkeyOptimum SolveMonkey(std::span<const double> entries, std::span<const double> weights,
                          double budget_bits, double nats_per_bit) {
  SIM_CHECK(budget_bits >= 0 && budget_bits < kInfinity, budget_bits, 0);
  std::vector<double> heights = Heights(entries, weights);
  const std::vector<Basin> basins = SortedBasins(entries, heights);
  const double level = basins.empty() ? -kInfinity : WaterLevel(basins, budget_bits * nats_per_bit);
  MonkeyOptimum optimum = OptimumAt(level, entries, weights, std::move(heights), nats_per_bit);
  optimum.certificate =
      CertifyMonkey(entries, weights, optimum.bits_per_key, budget_bits, nats_per_bit);
  return optimum;
}

Result<MonkeyOptimum> SolveMonkeyForCost(std::span<const double> entries,
                                         std::span<const double> weights, double cost,
                                         double nats_per_bit) {
  if (!(cost > 0 && cost < kInfinity)) {
    return Fail(fmt::format("cost = {} is out of range: must lie in (0, inf)", cost));
  }
  std::vector<double> heights = Heights(entries, weights);
  const double level = WaterLevelForCost(SortedBasins(entries, heights), cost);
  MonkeyOptimum optimum = OptimumAt(level, entries, weights, std::move(heights), nats_per_bit);
  optimum.certificate =
      CertifyMonkey(entries, weights, optimum.bits_per_key, optimum.spent_bits, nats_per_bit);
  return optimum;
}

MonkeyCertificate CertifyMonkey(std::span<const double> entries, std::span<const double> weights,
                                std::span<const double> bits_per_key, double budget_bits,
                                double nats_per_bit) {
  SIM_CHECK(bits_per_key.size() == entries.size(), bits_per_key.size(), entries.size());
  double lowest = kInfinity;  // of -ln(c p / n) over filtered runs
  double highest = -kInfinity;
  double lowest_unfiltered = kInfinity;
  double spent = 0;
  MonkeyCertificate certificate;
  for (std::size_t j = 0; j < entries.size(); ++j) {
    const double height = HeightOf(entries, weights, j);
    if (bits_per_key[j] > 0) {
      const double level = height + bits_per_key[j] * nats_per_bit;
      lowest = std::min(lowest, level);
      highest = std::max(highest, level);
      spent += entries[j] * bits_per_key[j];
      ++certificate.filtered_runs;
    } else {
      lowest_unfiltered = std::min(lowest_unfiltered, height);
    }
  }
  const bool filtered = certificate.filtered_runs > 0;
  const double level = filtered ? lowest + (highest - lowest) / 2 : lowest_unfiltered;
  certificate.log_constant = -level;
  certificate.worst_deviation = filtered && highest > lowest ? (highest - lowest) / 2 : 0;
  certificate.worst_unfiltered_excess =
      lowest_unfiltered < kInfinity ? level - lowest_unfiltered : -kInfinity;
  certificate.budget_deviation = budget_bits > 0 ? std::abs(spent - budget_bits) / budget_bits : 0;
  return certificate;
}

Result<Allocation> AllocateMonkey(const AllocationProblem& problem) {
  const std::vector<double> entries = EntriesOf(problem.tree);
  MonkeyOptimum optimum = SolveMonkey(entries, problem.weights, problem.budget_bits);
  return Allocation{std::move(optimum.bits_per_key), optimum.spent_bits};
}

}  // namespace bitladder::sim
