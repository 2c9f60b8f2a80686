#include "sim/allocate/hull_knapsack.h"

#include <algorithm>
#include <utility>

#include "sim/allocate/problem.h"

namespace bitladder::sim {

struct HullKnapsack::Pouring {
  Filling filling;
  double leftover_bits = 0;
  std::vector<bool> closed;  // runs that take no further segment
};

HullKnapsack::HullKnapsack(const AllocationProblem& problem, std::vector<const Hull*> hulls)
    : problem_(problem), hulls_(std::move(hulls)) {
  for (std::size_t j = 0; j < hulls_.size(); ++j) {
    const double weight = WeightOf(problem_, j);
    if (weight == 0) continue;
    for (std::size_t k = 1; k < hulls_[j]->size(); ++k) {
      const CurvePoint& from = Corner(j, k - 1);
      const CurvePoint& to = Corner(j, k);
      const double bits = entries(j) * (to.bits_per_key - from.bits_per_key);
      segments_.push_back({j, k, weight * (from.fpr - to.fpr) / bits});
    }
  }
  std::stable_sort(
      segments_.begin(), segments_.end(),
      [](const HullSegment& a, const HullSegment& b) { return a.gain_per_bit > b.gain_per_bit; });
}

std::optional<Filling> HullKnapsack::Fill(const FillingBounds& bounds) const {
  Pouring pouring = Start(bounds);
  if (pouring.leftover_bits < 0) return std::nullopt;
  if (bounds.standing) {
    const std::optional<std::size_t> moment = BestMoment(bounds);
    if (!moment) return std::nullopt;
    for (std::size_t i = 0; i < *moment; ++i) Take(segments_[i], bounds, pouring);
    pouring.filling.bits_per_key[*bounds.standing] +=
        pouring.leftover_bits / entries(*bounds.standing);
  } else {
    for (const HullSegment& segment : segments_) Take(segment, bounds, pouring);
  }
  Filling& filling = pouring.filling;
  for (std::size_t j = 0; j < hulls_.size(); ++j) {
    filling.cost += RunCost(j, filling.bits_per_key[j]);
  }
  return std::move(filling);
}

double HullKnapsack::RunCost(std::size_t run, double bits_per_key) const {
  return WeightOf(problem_, run) * problem_.model->Fpr(bits_per_key, entries(run));
}

HullKnapsack::Pouring HullKnapsack::Start(const FillingBounds& bounds) const {
  Pouring pouring;
  pouring.leftover_bits = problem_.budget_bits;
  pouring.filling.corners.assign(hulls_.size(), 0);
  pouring.closed.assign(hulls_.size(), false);
  for (std::size_t j = 0; j < hulls_.size(); ++j) {
    pouring.filling.bits_per_key.push_back(bounds.runs[j].least);
    pouring.leftover_bits -= entries(j) * bounds.runs[j].least;
  }
  return pouring;
}

// True if the run has more bits after it.
bool HullKnapsack::Take(const HullSegment& segment, const FillingBounds& bounds,
                        Pouring& pouring) const {
  const std::size_t run = segment.run;
  if (pouring.closed[run]) return false;
  Filling& filling = pouring.filling;
  const HullCorner& corner = (*hulls_[run])[segment.corner];
  double& bits_per_key = filling.bits_per_key[run];
  const double raise = corner.point.bits_per_key - bits_per_key;
  if (raise <= 0) {
    filling.corners[run] = segment.corner;
    return false;
  }
  if (run == bounds.standing || corner.point.bits_per_key > bounds.runs[run].most) {
    pouring.closed[run] = true;
    return false;
  }
  if (entries(run) * raise <= pouring.leftover_bits) {
    pouring.leftover_bits -= entries(run) * raise;
    bits_per_key = corner.point.bits_per_key;
    filling.corners[run] = segment.corner;
    if (corner.bridged) filling.crossed.push_back(segment);
    return true;
  }
  pouring.closed[run] = true;
  if (corner.bridged) {
    filling.refused.push_back(segment);
    return false;
  }
  bits_per_key += pouring.leftover_bits / entries(run);
  pouring.leftover_bits = 0;
  return true;
}

// How many segments to take before the standing run gets the rest. Nothing if that is always too
// much for it.
std::optional<std::size_t> HullKnapsack::BestMoment(const FillingBounds& bounds) const {
  const std::size_t run = *bounds.standing;
  Pouring pouring = Start(bounds);
  double others_saved = 0;  // by the segments so far
  double least_cost = 0;
  std::optional<std::size_t> moment;
  for (std::size_t i = 0;; ++i) {
    const double bits = bounds.runs[run].least + pouring.leftover_bits / entries(run);
    if (bits <= bounds.runs[run].most) {
      const double cost = RunCost(run, bits) - others_saved;
      if (!moment || cost < least_cost) {
        least_cost = cost;
        moment = i;
      }
    }
    if (i == segments_.size() || pouring.leftover_bits == 0) return moment;
    const double leftover_before = pouring.leftover_bits;
    if (Take(segments_[i], bounds, pouring)) {
      others_saved += segments_[i].gain_per_bit * (leftover_before - pouring.leftover_bits);
    }
  }
}

}  // namespace bitladder::sim
