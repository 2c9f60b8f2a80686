#include "experiments/run/gate.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <set>

#include "experiments/result/statistics.h"

namespace bitladder::experiments {
namespace {

constexpr double kTailOfEach = kFalseAlarmRate / 2;
constexpr double kLargestShare = 0.05;  // of the filters' chance, in a point that counts by itself

// The part of the variance that points over the same keys may have in common.
bool FiltersHardlyMatter(const PooledPoint& point) {
  const auto n = static_cast<double>(point.lookups);
  const double shared = n * (n - 1) * point.predicted.Covariance();
  return shared <= kLargestShare * point.predicted.Total(point.lookups).variance;
}

std::string CountsText(const PooledPoint& point, double confidence) {
  const CountMoments moments = point.predicted.Total(point.lookups);
  const CountInterval usual = PredictionInterval(moments);
  const CountInterval limit = PredictionInterval(moments, confidence);
  const double expected = moments.certain + moments.mean;
  std::string text =
      fmt::format("{} wasted I/Os, expected {:.1f}, 95 % [{}, {}], limit [{}, {}]",
                  point.wasted_ios, expected, usual.low, usual.high, limit.low, limit.high);
  if (moments.variance > 0) {
    text += fmt::format(", z {:+.1f}", (static_cast<double>(point.wasted_ios) - expected) /
                                           std::sqrt(moments.variance));
  }
  return text;
}

}  // namespace

GateVerdict JudgeRun(const std::vector<PooledPoint>& points) {
  std::vector<const PooledPoint*> judged;
  for (const PooledPoint& point : points) {
    if (point.compared && point.lookups > 0) judged.push_back(&point);
  }
  GateVerdict verdict;
  verdict.judged = judged.size();
  if (judged.empty()) return verdict;

  std::set<std::string> datasets;
  std::vector<bool> counts_as_outside;
  for (const PooledPoint* point : judged) {
    const bool first = datasets.insert(point->dataset_id).second;
    const bool counted = first || FiltersHardlyMatter(*point);
    counts_as_outside.push_back(counted && !point->WithinPrediction());
    verdict.counted += counted;
    verdict.outside += counts_as_outside.back();
  }
  verdict.most_outside = MostSuccesses(verdict.counted, 1 - kConfidence, kTailOfEach);

  const double confidence = 1 - kTailOfEach / static_cast<double>(verdict.judged);
  for (std::size_t i = 0; i < judged.size(); ++i) {
    const PooledPoint& point = *judged[i];
    const CountMoments moments = point.predicted.Total(point.lookups);
    const bool beyond = !PredictionInterval(moments, confidence).Contains(point.wasted_ios);
    const bool one_of_many = verdict.outside > verdict.most_outside && counts_as_outside[i];
    if (beyond || one_of_many) {
      verdict.parting.push_back(fmt::format("{}: {}", point.label, CountsText(point, confidence)));
    }
    if (point.copies_part) {
      verdict.parting.push_back(fmt::format(
          "{}: updates wrote another number of entries than the merge rule says", point.label));
    }
  }
  return verdict;
}

std::string GateText(const GateVerdict& verdict) {
  if (verdict.judged == 0) {
    return "Gate: no point has both a prediction and a measurement; nothing could be judged.\n";
  }
  std::string text = fmt::format(
      "Gate: {} of {} independent points outside their 95 % interval (at most {} pass); each of\n"
      "{} judged at {:.6g} %. True predictions fail this gate in less than {:g} % of runs.\n",
      verdict.outside, verdict.counted, verdict.most_outside, verdict.judged,
      100 * (1 - kTailOfEach / static_cast<double>(verdict.judged)), 100 * kFalseAlarmRate);
  if (verdict.passed()) return text + "Gate: passed, theory and measurement agree.\n";
  text += "Gate: FAILED, theory and measurement part at\n";
  for (const std::string& line : verdict.parting) {
    fmt::format_to(std::back_inserter(text), "  {}\n", line);
  }
  return text;
}

}  // namespace bitladder::experiments
