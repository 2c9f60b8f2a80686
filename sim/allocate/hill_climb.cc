#include "sim/allocate/hill_climb.h"

#include <fmt/format.h>

#include "sim/allocate/problem.h"

namespace bitladder::sim {
namespace {

class HillClimb {
 public:
  explicit HillClimb(const AllocationProblem& problem)
      : problem_(problem), bits_(problem.tree.runs.size()), costs_(bits_.size()) {
    bits_[0] = problem.budget_bits;
    for (std::size_t j = 0; j < bits_.size(); ++j) costs_[j] = Cost(j, bits_[j]);
  }

  std::vector<double> Climb() {
    for (double delta = problem_.budget_bits; delta >= 1; delta /= 2) {
      while (MoveBetweenAllPairs(delta)) {
      }
    }
    for (std::size_t j = 0; j < bits_.size(); ++j) bits_[j] /= problem_.tree.runs[j].entries;
    return std::move(bits_);
  }

 private:
  double Cost(std::size_t run, double bits) const {
    const double entries = problem_.tree.runs[run].entries;
    return WeightOf(problem_, run) * problem_.model->Fpr(bits / entries, entries);
  }

  bool MoveBetweenAllPairs(double delta) {
    bool gained = false;
    for (std::size_t i = 0; i < bits_.size(); ++i) {
      for (std::size_t j = i + 1; j < bits_.size(); ++j) {
        gained |= Move(i, j, delta);
        gained |= Move(j, i, delta);
      }
    }
    return gained;
  }

  bool Move(std::size_t from, std::size_t to, double delta) {
    if (bits_[from] < delta) return false;
    const double from_cost = Cost(from, bits_[from] - delta);
    const double to_cost = Cost(to, bits_[to] + delta);
    if (from_cost + to_cost >= costs_[from] + costs_[to]) return false;
    bits_[from] -= delta;
    bits_[to] += delta;
    costs_[from] = from_cost;
    costs_[to] = to_cost;
    return true;
  }

  const AllocationProblem& problem_;
  std::vector<double> bits_;   // of each run, in total
  std::vector<double> costs_;  // of each run
};

}  // namespace

Result<Allocation> AllocateHillClimb(const AllocationProblem& problem) {
  const std::size_t runs = problem.tree.runs.size();
  if (runs > kMaxHillClimbRuns) {
    return Fail(
        fmt::format("tree has {} runs, hill_climb takes at most {}: use monkey or curve_aware",
                    runs, kMaxHillClimbRuns));
  }
  return MakeAllocation(problem.tree, HillClimb(problem).Climb());
}

}  // namespace bitladder::sim
