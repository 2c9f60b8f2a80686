#include "sim/allocate/curve_aware.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "sim/allocate/hull_knapsack.h"
#include "sim/allocate/problem.h"

namespace bitladder::sim {
namespace {

// Distances of samples, each finer than the one before; the first is that of the curves' own.
constexpr double kSteps[] = {kCurveStep, 1.0 / 16, 1.0 / 128, 1.0 / 1024};

// The search for better places around bridges makes at most so many moves, each the best of trying
// so many refused and crossed bridges.
constexpr int kMoves = 50;
constexpr std::size_t kBridgesTried = 12;

// One curve for each distinct number of entries.
class Curves {
 public:
  explicit Curves(const AllocationProblem& problem) {
    for (const Run& run : problem.tree.runs) {
      const auto place = curves_.try_emplace(run.entries, *problem.model, run.entries).first;
      of_run_.push_back(&place->second);
    }
    UpdateHulls();
  }

  std::vector<const Hull*> hulls() const {
    std::vector<const Hull*> hulls;
    for (const Sampled* sampled : of_run_) hulls.push_back(&sampled->hull);
    return hulls;
  }

  // More samples around every corner that a filling reached, and its neighbours.
  void Refine(const Filling& filling, double radius, double step) {
    for (std::size_t j = 0; j < of_run_.size(); ++j) {
      const Hull& hull = of_run_[j]->hull;
      const std::size_t corner = filling.corners[j];
      const std::size_t last = std::min(corner + 1, hull.size() - 1);
      for (std::size_t k = corner > 0 ? corner - 1 : 0; k <= last; ++k) {
        of_run_[j]->curve.Refine(hull[k].point.bits_per_key, radius, step);
      }
    }
    UpdateHulls();
  }

  // Longer curves for the runs that were filled to the end of theirs. False if there is no such
  // run.
  bool Extend(const Filling& filling) {
    bool extended = false;
    for (std::size_t j = 0; j < of_run_.size(); ++j) {
      if (filling.corners[j] + 1 < of_run_[j]->hull.size()) continue;
      extended |= of_run_[j]->curve.Extend();
    }
    UpdateHulls();
    return extended;
  }

 private:
  struct Sampled {
    Sampled(const FprModel& model, double entries) : curve(model, entries) {}
    RateCurve curve;
    Hull hull;
  };

  void UpdateHulls() {
    for (auto& [entries, sampled] : curves_) sampled.hull = sampled.curve.LowerHull();
  }

  std::map<double, Sampled> curves_;
  std::vector<Sampled*> of_run_;
};

// Bounds that differ from `bounds` in one run: beyond a bridge that it was refused, somewhere on
// it, short of a bridge that it crossed, or free again.
std::vector<FillingBounds> Moves(const HullKnapsack& knapsack, const Filling& filling,
                                 const FillingBounds& bounds) {
  std::vector<FillingBounds> moves;
  const auto add = [&](std::size_t run, const RunBounds& of_run, bool standing) {
    moves.push_back(bounds);
    if (standing && bounds.standing) moves.back().runs[*bounds.standing] = {};
    if (standing) moves.back().standing = run;
    if (!standing && bounds.standing == run) moves.back().standing.reset();
    moves.back().runs[run] = of_run;
  };
  for (std::size_t i = 0; i < std::min(filling.refused.size(), kBridgesTried); ++i) {
    const HullSegment& bridge = filling.refused[i];
    const double near = knapsack.Corner(bridge.run, bridge.corner - 1).bits_per_key;
    const double far = knapsack.Corner(bridge.run, bridge.corner).bits_per_key;
    add(bridge.run, {far}, false);
    add(bridge.run, {near, far}, true);
  }
  for (std::size_t i = 0; i < std::min(filling.crossed.size(), kBridgesTried); ++i) {
    const HullSegment& bridge = filling.crossed[filling.crossed.size() - 1 - i];
    const double near = knapsack.Corner(bridge.run, bridge.corner - 1).bits_per_key;
    const double far = knapsack.Corner(bridge.run, bridge.corner).bits_per_key;
    add(bridge.run, {0, near}, false);
    add(bridge.run, {near, far}, true);
  }
  for (std::size_t j = 0; j < bounds.runs.size(); ++j) {
    if (bounds.runs[j] != RunBounds{}) add(j, {}, false);
  }
  return moves;
}

// Starts without bounds and makes the best move while one lowers the real cost.
Filling BestFilling(const AllocationProblem& problem, const Curves& curves) {
  const HullKnapsack knapsack(problem, curves.hulls());
  FillingBounds bounds;
  bounds.runs.resize(problem.tree.runs.size());
  Filling best = *knapsack.Fill(bounds);
  for (int move = 0; move < kMoves; ++move) {
    const std::vector<FillingBounds> moves = Moves(knapsack, best, bounds);
    const double cost_before = best.cost;
    for (const FillingBounds& candidate : moves) {
      std::optional<Filling> filling = knapsack.Fill(candidate);
      if (!filling || filling->cost >= best.cost) continue;
      best = *std::move(filling);
      bounds = candidate;
    }
    if (best.cost >= cost_before) break;
  }
  return best;
}

}  // namespace

Result<Allocation> AllocateCurveAware(const AllocationProblem& problem) {
  Curves curves(problem);
  while (curves.Extend(BestFilling(problem, curves))) {
  }
  for (std::size_t pass = 1; pass < std::size(kSteps); ++pass) {
    curves.Refine(BestFilling(problem, curves), 2 * kSteps[pass - 1], kSteps[pass]);
  }
  return MakeAllocation(problem.tree, BestFilling(problem, curves).bits_per_key);
}

}  // namespace bitladder::sim
