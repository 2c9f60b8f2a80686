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
constexpr std::size_t kMostRuns =
    65534;  // I/Os of one lookup, targets and homes are counted in 16 bits

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

// A probability for each run; empty where the problem leaves it to its default.
Result<void> CheckMass(std::string_view field, std::span<const double> mass, std::size_t runs) {
  if (mass.empty()) return {};
  if (auto ok = CheckCount(field, mass.size(), runs); !ok) return ok;
  if (auto ok = CheckAll(field, mass, 1); !ok) return ok;
  double sum = 0;
  for (const double share : mass) sum += share;
  if (!(std::abs(sum - 1) <= 1e-6)) return Fail(fmt::format("{} sums to {}, not to 1", field, sum));
  return {};
}

Result<void> CheckLookups(const MonteCarloProblem& problem) {
  const std::size_t runs = problem.tree.runs.size();
  if (!problem.inside_range.empty()) {
    if (auto ok = CheckCount("inside_range", problem.inside_range.size(), runs); !ok) return ok;
    if (auto ok = CheckAll("inside_range", problem.inside_range, 1); !ok) return ok;
    if (!problem.absent_mass.empty()) {
      return Fail("inside_range and absent_mass exclude each other: give one of them");
    }
  }
  if (auto ok = CheckMass("absent_mass", problem.absent_mass, runs); !ok) return ok;
  if (auto ok = CheckMass("target_mass", problem.target_mass, runs); !ok) return ok;
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

// Draws indices with given probabilities.
class MassSampler {
 public:
  explicit MassSampler(std::span<const double> mass) {
    for (const double share : mass) up_to_.push_back(sum_ += share);
  }
  std::uint16_t Next(RandomStream& random) const {
    const auto at = std::lower_bound(up_to_.begin(), up_to_.end() - 1, random.NextUnit() * sum_);
    return static_cast<std::uint16_t>(at - up_to_.begin());
  }

 private:
  double sum_ = 0;
  std::vector<double> up_to_;
};

void CountInHistogram(std::uint16_t value, std::vector<std::uint64_t>& histogram) {
  if (value >= histogram.size()) histogram.resize(value + 1, 0);
  ++histogram[value];
}

// Lookups of one batch. A target is the index of the run that holds the key; kMissing for none.
class Batch {
 public:
  Batch(const MonteCarloProblem& problem, std::uint64_t lookups, std::uint64_t index,
        MonteCarloResult& result)
      : problem_(problem),
        random_(RandomStream(problem.seed_lookups, "monte carlo lookups").Child(index)),
        result_(result),
        wasted_(lookups, 0),
        target_(problem.existing_fraction > 0 ? lookups : 0, kMissing),
        home_(problem.absent_mass.empty() ? 0 : lookups) {}

  void Run(std::span<const double> target_mass) {
    DrawTargets(target_mass);
    DrawHomes();
    for (std::size_t j = 0; j < result_.runs.size(); ++j) Probe(j);
    for (std::size_t i = 0; i < wasted_.size(); ++i) {
      CountInHistogram(wasted_[i], result_.wasted_ios_histogram);
      CountInHistogram(wasted_[i] + IsFound(i), result_.ios_histogram);
    }
    result_.lookups += wasted_.size();
  }

 private:
  static constexpr std::uint16_t kMissing = 65535;

  bool IsFound(std::size_t i) const { return !target_.empty() && target_[i] != kMissing; }

  // Whether lookup i asks run j and does not find its key there.
  bool ProbesInVain(std::uint64_t i, std::size_t j) const {
    return target_.empty() || target_[i] > j;
  }

  void DrawTargets(std::span<const double> target_mass) {
    std::uint64_t still_looking = wasted_.size();
    if (!target_.empty()) {
      const MassSampler targets(target_mass);
      RandomStream random = random_.Child(0);
      ForEachSuccess(wasted_.size(), problem_.existing_fraction, random, [&](std::uint64_t i) {
        target_[i] = targets.Next(random);
        ++result_.runs[target_[i]].true_positives;
        ++held_[target_[i]];
        ++result_.found;
      });
    }
    for (std::size_t j = 0; j < result_.runs.size(); ++j) {
      still_looking -= held_[j];
      result_.runs[j].probes += still_looking;
    }
  }

  // The run whose range each key lies in, where ranges are disjoint.
  void DrawHomes() {
    if (home_.empty()) return;
    const MassSampler homes(problem_.absent_mass);
    RandomStream random = random_.Child(result_.runs.size() + 1);
    for (std::size_t i = 0; i < home_.size(); ++i) {
      home_[i] = IsFound(i) ? target_[i] : homes.Next(random);
    }
  }

  void Probe(std::size_t j) {
    MonteCarloRun& run = result_.runs[j];
    RandomStream random = random_.Child(j + 1);
    const double inside = problem_.inside_range.empty() ? 1 : problem_.inside_range[j];
    ForEachSuccess(wasted_.size(), run.fpr, random, [&](std::uint64_t i) {
      if (!ProbesInVain(i, j)) return;
      ++run.false_positives;
      const bool elsewhere = !home_.empty() && home_[i] != j;
      if (elsewhere || (inside < 1 && random.NextUnit() > inside)) {
        ++run.fence_rejections;
        return;
      }
      ++result_.wasted_ios;
      ++wasted_[i];
    });
  }

  const MonteCarloProblem& problem_;
  RandomStream random_;
  MonteCarloResult& result_;
  std::vector<std::uint16_t> wasted_;
  std::vector<std::uint16_t> target_;
  std::vector<std::uint16_t> home_;
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
