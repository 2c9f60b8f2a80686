#include "sim/tune/paper_tuning.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "sim/cost/closed_form.h"
#include "sim/cost/range_cost.h"
#include "sim/ideal_filter.h"

namespace bitladder::sim {
namespace {

constexpr double kFilterShare = 0.95;
constexpr double kNegligibleCost = 1e-4;

struct Choice {
  int size_ratio = 2;
  MergePolicy policy;
  double buffer_bytes = 0;
  double cost = std::numeric_limits<double>::infinity();
};

ClosedFormTree PublishedTree(const TuningProblem& problem, int size_ratio,
                             const MergePolicy& policy, double buffer_bytes) {
  const TreeDesign design = {problem.entries, problem.entry_bytes, buffer_bytes, size_ratio,
                             policy,          LevelsRule::kEq1};
  const int levels = std::min(LevelCount(design).value(), kMaxLevels);
  return ZeroResultTree(size_ratio, levels, policy).value();
}

// The three steps of Monkey 2017 section 4.4.
double BufferAsMonkey2017(const TuningProblem& problem, int size_ratio, const MergePolicy& policy) {
  const double memory = problem.memory_bytes;
  const ClosedFormTree tree = PublishedTree(problem, size_ratio, policy, memory);
  const double threshold_bytes = FilterThreshold(tree) * problem.entries / 8;
  const double useless = threshold_bytes / std::pow(size_ratio, tree.levels);
  if (memory <= useless) return memory;
  // Bytes at which R = exp(-h beta) R(h = 0, every level filtered) is negligible.
  const MonkeyClosedForm at_threshold = MonkeyLimit(tree, FilterThreshold(tree));
  const double enough = threshold_bytes + std::log(at_threshold.cost() / kNegligibleCost) / kBeta *
                                              problem.entries / 8;
  const double filters = std::min(kFilterShare * (memory - useless), enough);
  return std::max(memory - filters, BlockBytes(problem));
}

Choice ChooseAsMonkey2017(const TuningProblem& problem, int place) {
  Choice choice;
  choice.size_ratio = 2 + std::abs(place);
  choice.policy = place >= 0 ? Leveling() : Tiering(choice.size_ratio);
  choice.buffer_bytes = BufferAsMonkey2017(problem, choice.size_ratio, choice.policy);
  choice.cost = PublishedCost(problem, choice.size_ratio, choice.policy, choice.buffer_bytes);
  return choice;
}

// x with d theta / d x = 0 for theta = a exp(-8 beta (M - x) / N) + d ln(N E (T-1) / (T x)) / ln T:
// Newton's method on the logarithms of the two terms of the derivative, over y = ln x, where it is
// monotone.
double BufferAsTods2018(const TuningProblem& problem, int size_ratio, const MergePolicy& policy) {
  const double t = size_ratio;
  const Workload& workload = problem.workload;
  const double runs = policy.inner_runs;
  const double at_no_memory = std::pow(t, t / (t - 1)) / (t - 1) * runs;
  const double share_of_existing = 1 - (t - 1) / t / runs;  // (R - p_L) / R
  const double a = at_no_memory * (workload.zero_result + workload.existing * share_of_existing);
  const double d =
      workload.range * runs + workload.update * UpdateCost(size_ratio, 1, policy, problem.prices);
  const double least = BlockBytes(problem);
  if (d == 0) return least;
  if (a == 0) return problem.memory_bytes;
  const double nats_per_byte = 8 * kBeta / problem.entries;
  double y = std::log(problem.memory_bytes);
  for (int step = 0; step < 50; ++step) {
    const double x = std::exp(y);
    const double value = std::log(a * nats_per_byte) - nats_per_byte * (problem.memory_bytes - x) -
                         std::log(d / std::log(t)) + y;
    const double move = value / (nats_per_byte * x + 1);
    y -= move;
    if (std::abs(move) < 1e-12) break;
  }
  return std::clamp(std::exp(y), least, problem.memory_bytes);
}

Choice ChooseAsTods2018(const TuningProblem& problem, int levels, bool leveling) {
  Choice choice;
  choice.buffer_bytes = problem.memory_bytes / 2;
  for (int round = 0; round < 4; ++round) {
    const double buffers = problem.entries * problem.entry_bytes / choice.buffer_bytes;
    const double t = std::round(std::pow(buffers, 1.0 / levels));
    choice.size_ratio = static_cast<int>(std::clamp<double>(t, 2, problem.max_size_ratio));
    choice.policy = leveling ? Leveling() : Tiering(choice.size_ratio);
    choice.buffer_bytes = BufferAsTods2018(problem, choice.size_ratio, choice.policy);
  }
  choice.cost = PublishedCost(problem, choice.size_ratio, choice.policy, choice.buffer_bytes);
  return choice;
}

TunedDesign ExactCostOf(const TuningProblem& problem, const Choice& choice) {
  return CostOfDesign(problem, choice.size_ratio, choice.policy, choice.buffer_bytes);
}

}  // namespace

double PublishedCost(const TuningProblem& problem, int size_ratio, const MergePolicy& policy,
                     double buffer_bytes) {
  const ClosedFormTree tree = PublishedTree(problem, size_ratio, policy, buffer_bytes);
  const double bits_per_key = 8 * (problem.memory_bytes - buffer_bytes) / problem.entries;
  const MonkeyClosedForm form = MonkeyLimit(tree, bits_per_key);
  OperationCosts costs;
  costs.zero_result = form.cost();
  costs.existing = ExistingClosedForm(form);
  costs.range = RangeCost(static_cast<double>(tree.levels) * policy.inner_runs,
                          problem.selected_entries, problem.prices);
  costs.update = UpdateCost(size_ratio, tree.levels, policy, problem.prices);
  return AverageCost(problem.workload, costs);
}

Result<TunedDesign> TuneAsMonkey2017(const TuningProblem& problem) {
  if (auto ok = Validate(problem); !ok) return tl::unexpected(ok.error());
  const int end = problem.max_size_ratio - 2;
  int place = 0;
  Choice best = ChooseAsMonkey2017(problem, place);
  for (int distance = std::max(1, end / 2); distance >= 1;) {
    Choice better = best;
    int better_place = place;
    for (const int neighbour : {place - distance, place + distance}) {
      if (std::abs(neighbour) > end) continue;
      const Choice choice = ChooseAsMonkey2017(problem, neighbour);
      if (choice.cost >= better.cost) continue;
      better = choice;
      better_place = neighbour;
    }
    if (better_place == place) {
      distance /= 2;
    } else {
      best = better;
      place = better_place;
    }
  }
  return ExactCostOf(problem, best);
}

Result<TunedDesign> TuneAsTods2018(const TuningProblem& problem) {
  if (auto ok = Validate(problem); !ok) return tl::unexpected(ok.error());
  const double most_buffers = problem.entries * problem.entry_bytes / BlockBytes(problem);
  const int most_levels =
      static_cast<int>(std::clamp(std::ceil(std::log2(most_buffers)), 1.0, 64.0));
  Choice best;
  for (int levels = 1; levels <= most_levels; ++levels) {
    for (const bool leveling : {true, false}) {
      const Choice choice = ChooseAsTods2018(problem, levels, leveling);
      if (choice.cost < best.cost) best = choice;
    }
  }
  return ExactCostOf(problem, best);
}

}  // namespace bitladder::sim
