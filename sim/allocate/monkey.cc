#include "sim/allocate/monkey.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

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

double WeightOf(std::span<const double> weights, std::size_t run) {
  return weights.empty() ? 1.0 : weights[run];
}

double HeightOf(std::span<const double> entries, std::span<const double> weights, std::size_t run) {
  const double weight = WeightOf(weights, run);
  return weight > 0 ? std::log(entries[run]) - std::log(weight) : kInfinity;
}

}  // namespace

MonkeyOptimum SolveMonkey(std::span<const double> entries, std::span<const double> weights,
                          double budget_bits, double nats_per_bit) {
  SIM_CHECK(weights.empty() || weights.size() == entries.size(), weights.size(), entries.size());
  SIM_CHECK(budget_bits >= 0 && budget_bits < kInfinity, budget_bits, 0);
  const std::size_t runs = entries.size();
  MonkeyOptimum optimum;
  optimum.bits_per_key.resize(runs);
  for (std::size_t j = 0; j < runs; ++j) optimum.bits_per_key[j] = HeightOf(entries, weights, j);

  std::vector<Basin> basins;
  basins.reserve(runs);
  for (std::size_t j = 0; j < runs; ++j) {
    if (optimum.bits_per_key[j] < kInfinity)
      basins.push_back({optimum.bits_per_key[j], entries[j]});
  }
  std::sort(basins.begin(), basins.end(),
            [](const Basin& a, const Basin& b) { return a.height < b.height; });
  const double level = basins.empty() ? -kInfinity : WaterLevel(basins, budget_bits * nats_per_bit);

  for (std::size_t j = 0; j < runs; ++j) {
    double& bits = optimum.bits_per_key[j];  // the run's height so far
    bits = std::max(0.0, (level - bits) / nats_per_bit);
    optimum.spent_bits += entries[j] * bits;
    optimum.cost += WeightOf(weights, j) * std::exp(-bits * nats_per_bit);
  }
  optimum.certificate =
      CertifyMonkey(entries, weights, optimum.bits_per_key, budget_bits, nats_per_bit);
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
