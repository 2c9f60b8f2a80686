// Errata that are about who gets which bits.
#include <fmt/format.h>

#include <cmath>
#include <memory>
#include <string_view>
#include <vector>

#include "experiments/errata/erratum.h"
#include "sim/allocate/allocation.h"
#include "sim/allocate/scale.h"
#include "sim/cost/lookup_cost.h"
#include "sim/filter/ideal.h"
#include "sim/simulate/monte_carlo.h"

namespace bitladder::experiments {
namespace {

struct Case {
  std::string_view name;
  sim::TreeShape tree;
  int size_ratio = 2;
  sim::MergePolicy policy;
  double bits_per_key = 5;
};

sim::TreeShape FullLeveling(int size_ratio, int levels) {
  const double entries = 1024 * (std::pow(size_ratio, levels) - 1);
  return sim::FullTree(entries, size_ratio, levels, sim::Leveling()).value();
}

// 9, 9, 9 runs and one at the largest level, as tiering grows it.
sim::TreeShape UnevenTiering() {
  const std::vector<double> entries = {9e3, 9e4, 9e5, 1e6};
  const std::vector<int> runs = {9, 9, 9, 1};
  return sim::TreeFromLevels(entries, runs).value();
}

sim::AllocationProblem ProblemOf(const Case& example, const sim::FprModel* model) {
  sim::AllocationProblem problem;
  problem.tree = example.tree;
  problem.budget_bits = example.bits_per_key * example.tree.entries();
  problem.model = model;
  problem.size_ratio = example.size_ratio;
  problem.merge_policy = example.policy;
  return problem;
}

std::vector<double> Rates(const sim::AllocationProblem& problem,
                          const sim::Allocation& allocation) {
  std::vector<double> fpr;
  for (const double bits : allocation.bits_per_key) fpr.push_back(problem.model->Fpr(bits, 1));
  return fpr;
}

double Cost(const sim::AllocationProblem& problem, const sim::Allocation& allocation) {
  return sim::ZeroResultCost(Rates(problem, allocation));
}

double CostOfPolicy(const sim::AllocationProblem& problem, std::string_view policy) {
  return Cost(problem, sim::Allocate(policy, problem).value());
}

}  // namespace

Erratum AsymptoticBudget() {
  Erratum erratum;
  erratum.title = "The textbook ladder does not spend the budget";
  erratum.says =
      "b_i = h + (ln T / ln(2)^2)(L - i - 1/(T-1)) is right for infinitely many levels. A tree has "
      "few: the ladder then spends too little, where it has to be cut off at 0 too much, and on "
      "uneven trees anything. R is in wasted I/Os of a zero-result lookup; scaled means the same "
      "number of bits off every run until the budget is spent.";
  erratum.header = {"tree",     "h",         "spent / budget", "R as printed",
                    "R scaled", "R uniform", "R optimum"};
  const auto ideal = sim::MakeIdealModel();
  const Case cases[] = {
      {"T=2, L=3", FullLeveling(2, 3), 2, sim::Leveling(), 5},
      {"T=2, L=10", FullLeveling(2, 10), 2, sim::Leveling(), 5},
      {"T=2, L=10", FullLeveling(2, 10), 2, sim::Leveling(), 0.5},
      {"T=4, L=5", FullLeveling(4, 5), 4, sim::Leveling(), 5},
      {"T=10, L=4", FullLeveling(10, 4), 10, sim::Leveling(), 10},
      {"T=10, tiering, 9/9/9/1 runs", UnevenTiering(), 10, sim::Tiering(10), 5},
  };
  for (const Case& example : cases) {
    const sim::AllocationProblem problem = ProblemOf(example, ideal.get());
    const sim::Allocation printed = sim::Allocate("monkey_asymptotic", problem).value();
    erratum.rows.push_back(
        {std::string(example.name), fmt::format("{}", example.bits_per_key),
         fmt::format("{:.4f}", printed.spent_bits / problem.budget_bits),
         fmt::format("{:.4f}", Cost(problem, printed)),
         fmt::format("{:.4f}", Cost(problem, sim::ScaleToBudget(problem, printed))),
         fmt::format("{:.4f}", CostOfPolicy(problem, "uniform")),
         fmt::format("{:.4f}", CostOfPolicy(problem, "monkey"))});
  }
  erratum.shows =
      "With three levels the printed ladder is worse than the same bits for every key. At equal "
      "memory the optimum is never worse than any other row.";
  return erratum;
}

Erratum GuideExample() {
  Erratum erratum;
  erratum.title = "A guide's example: what the largest level gives up";
  erratum.says =
      "A popular guide spends 10 bits per key on levels of 9 000 to 9 000 000 entries, T = 10, and "
      "says that level 4 gives up 4.5 Mbit to the levels above it.";
  erratum.header = {"level", "entries", "bits per key", "rate", "Mbit gained"};
  const auto ideal = sim::MakeIdealModel();
  const std::vector<double> levels = {9e3, 9e4, 9e5, 9e6};
  const Case example = {"", sim::TreeFromLevels(levels, {}).value(), 10, sim::Leveling(), 10};
  const sim::AllocationProblem problem = ProblemOf(example, ideal.get());
  const sim::Allocation optimum = sim::Allocate("monkey", problem).value();
  const std::vector<double> rates = Rates(problem, optimum);
  for (std::size_t j = 0; j < rates.size(); ++j) {
    const double bits = optimum.bits_per_key[j];
    const double entries = example.tree.runs[j].entries;
    erratum.rows.push_back({fmt::format("{}", example.tree.runs[j].level),
                            fmt::format("{:.0f}", entries), fmt::format("{:.4f}", bits),
                            fmt::format("{:.4e}", rates[j]),
                            fmt::format("{:+.3f}", (bits - example.bits_per_key) * entries / 1e6)});
  }
  erratum.shows = fmt::format(
      "It gives up 4.775 Mbit. R is {:.7f} wasted I/Os a lookup against {:.7f} of the "
      "same bits for every key.",
      Cost(problem, optimum), CostOfPolicy(problem, "uniform"));
  return erratum;
}

Erratum GuideEquationThree() {
  Erratum erratum;
  erratum.title = "Monkey (SIGMOD 2017), Eq. 3 is not misprinted";
  erratum.says =
      "The same guide calls Eq. 3 misprinted: R = sum of p_i for leveling, (T-1) times that for "
      "tiering, one term for each run that a zero-result lookup meets. A simulation that draws "
      "every filter's answer for a million lookups says what it says.";
  erratum.header = {"merge policy", "T", "runs", "R by Eq. 3", "R simulated", "standard error"};
  const auto ideal = sim::MakeIdealModel();
  for (const int size_ratio : {2, 4, 10}) {
    for (const bool tiering : {false, true}) {
      if (tiering && size_ratio == 2) continue;  // both are one
      const sim::MergePolicy policy = tiering ? sim::Tiering(size_ratio) : sim::Leveling();
      const Case example = {"", sim::FullTree(1e6, size_ratio, 4, policy).value(), size_ratio,
                            policy, 5};
      const sim::AllocationProblem problem = ProblemOf(example, ideal.get());
      const std::vector<double> rates = Rates(problem, sim::Allocate("monkey", problem).value());
      sim::MonteCarloProblem lookups;
      lookups.tree = example.tree;
      for (const double rate : rates) lookups.filters.push_back({0, rate, 0});
      const sim::MonteCarloResult drawn = sim::SimulateLookups(lookups).value();
      const std::vector<double> exact(rates.size(), 0.0);
      const auto count = static_cast<double>(drawn.lookups);
      erratum.rows.push_back({tiering ? "tiering" : "leveling", fmt::format("{}", size_ratio),
                              fmt::format("{}", rates.size()),
                              fmt::format("{:.4f}", sim::ZeroResultCost(rates)),
                              fmt::format("{:.4f}", static_cast<double>(drawn.wasted_ios) / count),
                              fmt::format("{:.4f}", sim::ZeroResultCostSd(rates, exact, count))});
    }
  }
  erratum.shows = "They agree within two standard errors.";
  return erratum;
}

}  // namespace bitladder::experiments
