#include "sim/allocate/rate_curve.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace bitladder::sim {
namespace {

constexpr double kFirstEnd = 16;
constexpr double kMostBitsPerKey = 1024;

// Whether `middle` lies on or above the line from `left` to `right`.
bool AboveLine(const CurvePoint& left, const CurvePoint& middle, const CurvePoint& right) {
  return (middle.fpr - left.fpr) * (right.bits_per_key - left.bits_per_key) >=
         (right.fpr - left.fpr) * (middle.bits_per_key - left.bits_per_key);
}

}  // namespace

RateCurve::RateCurve(const FprModel& model, double entries) : model_(&model), entries_(entries) {
  Refine(0, kFirstEnd, kCurveStep);
  end_ = kFirstEnd;
}

bool RateCurve::Extend() {
  if (end_ >= kMostBitsPerKey) return false;
  Refine(1.5 * end_, 0.5 * end_, end_ / kFirstEnd * kCurveStep);
  end_ *= 2;
  return true;
}

void RateCurve::Refine(double bits_per_key, double radius, double step) {
  const double first = std::max(0.0, std::ceil((bits_per_key - radius) / step));
  const double last = std::min(kMostBitsPerKey, bits_per_key + radius);
  std::vector<CurvePoint> merged;
  auto old = samples_.begin();
  for (double i = first; i * step <= last; ++i) {
    while (old != samples_.end() && old->bits_per_key < i * step) merged.push_back(*old++);
    if (old != samples_.end() && old->bits_per_key == i * step) continue;
    merged.push_back({i * step, model_->Fpr(i * step, entries_)});
  }
  merged.insert(merged.end(), old, samples_.end());
  samples_ = std::move(merged);
}

std::vector<HullCorner> RateCurve::LowerHull() const {
  std::vector<std::size_t> corners;  // indices into samples_
  for (std::size_t i = 0; i < samples_.size(); ++i) {
    if (!corners.empty() && samples_[i].fpr >= samples_[corners.back()].fpr) continue;
    while (corners.size() >= 2 && AboveLine(samples_[corners[corners.size() - 2]],
                                            samples_[corners.back()], samples_[i])) {
      corners.pop_back();
    }
    corners.push_back(i);
  }
  std::vector<HullCorner> hull;
  hull.reserve(corners.size());
  for (std::size_t k = 0; k < corners.size(); ++k) {
    hull.push_back({samples_[corners[k]], k > 0 && corners[k] != corners[k - 1] + 1});
  }
  return hull;
}

}  // namespace bitladder::sim
