// A filter's rate against its memory for one number of entries, sampled, and its lower convex hull.
#pragma once

#include <cstddef>
#include <vector>

#include "sim/filter/fpr_model.h"

namespace bitladder::sim {

// Bits per key between the first samples of a curve.
inline constexpr double kCurveStep = 0.25;

struct CurvePoint {
  double bits_per_key = 0;
  double fpr = 1;
  bool operator==(const CurvePoint&) const = default;
};

// A corner of the hull. Where the corner before it is the sample before it, the curve itself is
// convex in between; elsewhere the hull bridges a part of the curve that lies above it.
struct HullCorner {
  CurvePoint point;
  bool bridged = false;  // from the corner before; false for the first
};

class RateCurve {
 public:
  // Samples `model` for `entries` >= 1 every kCurveStep from no filter (0 bits, rate 1) to 16 bits
  // per key.
  RateCurve(const FprModel& model, double entries);

  // Doubles the sampled range, up to 1024 bits per key, with steps that grow with it. False if it
  // ends there already.
  bool Extend();

  // Adds the samples every `step` within `radius` of `bits_per_key`, on multiples of `step`.
  void Refine(double bits_per_key, double radius, double step);

  // The lower convex hull of the samples, from no filter to the least rate. Cost O(samples).
  std::vector<HullCorner> LowerHull() const;

 private:
  const FprModel* model_;
  double entries_;
  double end_ = 0;                   // bits per key, end of the regular samples
  std::vector<CurvePoint> samples_;  // ascending by bits per key
};

}  // namespace bitladder::sim
