#include "sim/simulate/monte_carlo.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <span>
#include <string_view>

#include "sim/random_stream.h"

namespace bitladder::sim {
namespace {

constexpr std::uint64_t kBatch = 1 << 20;
constexpr std::uint64_t kMostLookups = std::uint64_t{1} << 40;
constexpr double kMostRuns = 65534;  // I/Os of one lookup and targets are counted in 16 bits

Result<void> CheckAll(std::string_view field, std::span<const double> values, double high) {
  for (std::size_t j = 0; j < values.size(); ++j) {
    if (!(values[j] >= 0 && values[j] <= high)) {
      return Fail(fmt::format("{}[{}] = {} is out of range 0..{}", field, j, values[j], high));
    }
  }
  return {};
}

Result<void> CheckCount(std::string_view field, std::size_t count, std::size_t runs) {
  if (count == runs) return {};
  return Fail(fmt::format("{} has {} entries for {} runs", field, count, runs));
}

Result<void> CheckFilters(const MonteCarloProblem& problem) {
  if (auto ok = CheckCount("filters", problem.filters.size(), problem.tree.runs.size()); !ok) {
    return ok;
  }
  std::vector<double> rates, deviations;
  for (const ExpectedFilter& filter : problem.filters) {
    rates.push_back(filter.fpr);
    deviations.push_back(filter.fpr_sd);
  }
  if (auto ok = CheckAll("fpr", rates, 1); !ok) return ok;
  return CheckAll("fpr_sd", deviations, 1);
}

Result<void> CheckLookups(const MonteCarloProblem& problem) {
  const std::size_t runs = problem.tree.runs.size();
  if (!problem.inside_range.empty()) {
    if (auto ok = CheckCount("inside_range", problem.inside_range.size(), runs); !ok) return ok;
    if (auto ok = CheckAll("inside_range", problem.inside_range, 1); !ok) return ok;
  }
  if (!problem.target_mass.empty()) {
    if (auto ok = CheckCount("target_mass", problem.target_mass.size(), runs); !ok) return ok;
    if (auto ok = CheckAll("target_mass", problem.target_mass, 1); !ok) return ok;
    double sum = 0;
    for (const double mass : problem.target_mass) sum += mass;
    if (!(std::abs(sum - 1) <= 1e-6))
      return Fail(fmt::format("target_mass sums to {}, not to 1", sum));
  }
  if (problem.lookups > kMostLookups) {
    return Fail(fmt::format("lookups = {} is out of range 0..{}", problem.lookups, kMostLookups));
  }
  if (runs > kMostRuns)
    return Fail(fmt::format("runs = {} is out of range 0..{}", runs, kMostRuns));
  const double fraction[] = {problem.existing_fraction};
  if (auto ok = CheckAll("existing_fraction", fraction, 1); !ok) return ok;
  if (problem.existing_fraction > 0 && runs == 0) {
    return Fail("existing_fraction > 0 needs a tree that holds entries");
  }
  return {};
}

// Calls visit(i) for each i of 0..count-1 independently with probability `p`, drawing only the
// gaps: the next success is floor(ln(u)/ln(1 - p)) further on.
template <class Visit>
void ForEachSuccess(std::uint64_t count, double p, RandomStream& random, const Visit& visit) {
  if (p <= 0) return;
  const double log_failure = p < 1 ? std::log1p(-p) : -INFINITY;
  for (std::uint64_t i = 0;; ++i) {
    const double gap = p < 1 ? std::floor(std::log(random.NextUnit()) / log_failure) : 0;
    if (gap >= static_cast<double>(count - i)) return;
    i += static_cast<std::uint64_t>(gap);
    visit(i);
    if (i + 1 == count) return;
  }
}

// Lookups of one batch. A target is the index of the run that holds the key; kMissing for none.
class Batch {
 public:
  Batch(const MonteCarloProblem& problem, std::uint64_t lookups, std::uint64_t index,
        MonteCarloResult& result)
      : problem_(problem),
        random_(RandomStream(problem.seed_lookups, "monte carlo lookups").Child(index)),
        result_(result),
        ios_(lookups, 0),
        target_(problem.existing_fraction > 0 ? lookups : 0, kMissing) {}

  void Run(std::span<const double> target_mass) {
    DrawTargets(target_mass);
    for (std::size_t j = 0; j < result_.runs.size(); ++j) Probe(j);
    for (const std::uint16_t ios : ios_) {
      if (ios >= result_.ios_histogram.size()) result_.ios_histogram.resize(ios + 1, 0);
      ++result_.ios_histogram[ios];
    }
    result_.lookups += ios_.size();
  }

 private:
  static constexpr std::uint16_t kMissing = 65535;

  // Whether lookup i asks run j and does not find its key there.
  bool ProbesInVain(std::uint64_t i, std::size_t j) const {
    return target_.empty() || target_[i] > j;
  }

  void DrawTargets(std::span<const double> target_mass) {
    std::uint64_t still_looking = ios_.size();
    if (!target_.empty()) {
      std::vector<double> up_to;
      double sum = 0;
      for (const double mass : target_mass) up_to.push_back(sum += mass);
      RandomStream random = random_.Child(0);
      ForEachSuccess(ios_.size(), problem_.existing_fraction, random, [&](std::uint64_t i) {
        const auto run = std::lower_bound(up_to.begin(), up_to.end() - 1, random.NextUnit() * sum);
        target_[i] = static_cast<std::uint16_t>(run - up_to.begin());
        ++result_.runs[target_[i]].true_positives;
        ++held_[target_[i]];
        ++result_.found;
        ++ios_[i];
      });
    }
    for (std::size_t j = 0; j < result_.runs.size(); ++j) {
      still_looking -= held_[j];
      result_.runs[j].probes += still_looking;
    }
  }

  void Probe(std::size_t j) {
    MonteCarloRun& run = result_.runs[j];
    RandomStream random = random_.Child(j + 1);
    const double inside = problem_.inside_range.empty() ? 1 : problem_.inside_range[j];
    ForEachSuccess(ios_.size(), run.fpr, random, [&](std::uint64_t i) {
      if (!ProbesInVain(i, j)) return;
      ++run.false_positives;
      if (inside < 1 && random.NextUnit() > inside) {
        ++run.fence_rejections;
        return;
      }
      ++result_.wasted_ios;
      ++ios_[i];
    });
  }

  const MonteCarloProblem& problem_;
  RandomStream random_;
  MonteCarloResult& result_;
  std::vector<std::uint16_t> ios_;
  std::vector<std::uint16_t> target_;
  std::vector<std::uint64_t> held_ = std::vector<std::uint64_t>(problem_.tree.runs.size(), 0);
};

std::vector<double> TargetMass(const MonteCarloProblem& problem) {
  if (!problem.target_mass.empty()) return problem.target_mass;
  std::vector<double> mass;
  for (const Run& run : problem.tree.runs) mass.push_back(run.entries / problem.tree.entries());
  return mass;
}

double NextNormal(RandomStream& random) {
  const double radius = std::sqrt(-2 * std::log(random.NextUnit()));
  return radius * std::cos(2 * std::numbers::pi * random.NextUnit());
}

}  // namespace

std::vector<double> RealisedRates(const std::vector<ExpectedFilter>& filters,
                                  std::uint64_t seed_data) {
  const RandomStream stream(seed_data, "monte carlo filters");
  std::vector<double> rates;
  for (const ExpectedFilter& filter : filters) {
    double rate = filter.fpr;
    if (filter.fpr_sd > 0 && filter.fpr > 0) {
      const double relative = filter.fpr_sd / filter.fpr;
      const double log_variance = std::log1p(relative * relative);
      RandomStream random = stream.Child(rates.size());
      rate *= std::exp(std::sqrt(log_variance) * NextNormal(random) - log_variance / 2);
    }
    rates.push_back(std::min(rate, 1.0));
  }
  return rates;
}

Result<MonteCarloResult> SimulateLookups(const MonteCarloProblem& problem) {
  if (auto ok = CheckFilters(problem); !ok) return tl::unexpected(ok.error());
  if (auto ok = CheckLookups(problem); !ok) return tl::unexpected(ok.error());
  MonteCarloResult result;
  for (const double rate : RealisedRates(problem.filters, problem.seed_data)) {
    result.runs.push_back({.fpr = rate});
  }
  const std::vector<double> target_mass = TargetMass(problem);
  for (std::uint64_t done = 0; done < problem.lookups; done += kBatch) {
    const std::uint64_t lookups = std::min(kBatch, problem.lookups - done);
    Batch(problem, lookups, done / kBatch, result).Run(target_mass);
  }
  return result;
}

}  // namespace bitladder::sim
