// Spending a budget on the hulls of many curves: steepest segment first, within bounds for each
// run.
#pragma once

#include <cstddef>
#include <limits>
#include <optional>
#include <vector>

#include "sim/allocate/allocation.h"
#include "sim/allocate/rate_curve.h"

namespace bitladder::sim {

using Hull = std::vector<HullCorner>;

// Raising a run from one corner of its hull to the next.
struct HullSegment {
  std::size_t run = 0;
  std::size_t corner = 0;  // that it reaches
  double gain_per_bit = 0;
};

// Bits per key that a run must have and, while segments are taken, may not exceed.
struct RunBounds {
  double least = 0;
  double most = std::numeric_limits<double>::infinity();
  bool operator==(const RunBounds&) const = default;
};

struct FillingBounds {
  std::vector<RunBounds> runs;
  // A run that stands on a bridge: it stays at `least` while the others are served, and at the best
  // moment takes all that is left, up to `most`.
  std::optional<std::size_t> standing;
};

struct Filling {
  std::vector<double> bits_per_key;
  std::vector<std::size_t> corners;  // the last one that each run reached
  std::vector<HullSegment> crossed;  // bridges, in order of gain
  std::vector<HullSegment> refused;  // bridges that did not fit, in order of gain
  double cost = 0;                   // sum_j c_j f_j(b_j), real rates
};

class HullKnapsack {
 public:
  // `hulls` of each run of `problem`, newest first; both outlive the knapsack. Runs of weight 0 get
  // nothing.
  HullKnapsack(const AllocationProblem& problem, std::vector<const Hull*> hulls);

  const CurvePoint& Corner(std::size_t run, std::size_t corner) const {
    return (*hulls_[run])[corner].point;
  }

  // Takes segments in order of gain per bit. One that does not fit the budget or the run's bounds
  // is entered as far as the budget goes where it follows the curve, and closes its run where it is
  // a bridge. What is left over at last stays unspent unless a run stands. Nothing if the least
  // bits alone exceed the budget, or if the standing run cannot take what the others leave.
  std::optional<Filling> Fill(const FillingBounds& bounds) const;

 private:
  struct Pouring;

  double entries(std::size_t run) const { return problem_.tree.runs[run].entries; }
  double RunCost(std::size_t run, double bits_per_key) const;
  Pouring Start(const FillingBounds& bounds) const;
  bool Take(const HullSegment& segment, const FillingBounds& bounds, Pouring& pouring) const;
  std::optional<std::size_t> BestMoment(const FillingBounds& bounds) const;

  const AllocationProblem& problem_;
  std::vector<const Hull*> hulls_;
  std::vector<HullSegment> segments_;  // descending by gain per bit
};

}  // namespace bitladder::sim
