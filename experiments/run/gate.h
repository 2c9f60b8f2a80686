// Whether theory and measurement part, for a whole run: what `bitladder run --gate` asks.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "experiments/run/pooled_point.h"

namespace bitladder::experiments {

// How often the gate may call a run wrong in which every prediction is right. Half of it goes to
// each of the two questions below.
inline constexpr double kFalseAlarmRate = 0.001;

// Two questions, so that neither a large error of one point nor a small one of many gets through.
//
// 1. One point: does its count lie in its prediction interval of confidence 1 - a/(2n), n judged
//    points, a = kFalseAlarmRate? By Bonferroni's inequality n true predictions miss one of these
//    with probability at most n a/(2n) = a/2, however the points depend on each other. The interval
//    has the family of the 95 % interval (result/statistics.h), not a normal's tails: small counts
//    are skewed.
// 2. All of them: how many lie outside their 95 % intervals? An interval of whole numbers holds at
//    least 95 %, so for m independent points that number is at most a Binomial(m, 0.05) in
//    distribution, and c, the smallest with P(Binomial > c) <= a/2, is exceeded with at most that
//    probability. Filters over the same keys are built of the same hashes, whatever their sizes, so
//    points of one dataset are not independent (on 31 buffers of 256 keys their z scores correlate
//    by 0.2 to 0.4). A point is counted where it is the first of its dataset, or where the filters'
//    chance is at most s = 5 % of its variance. Two points of the latter kind correlate by s at
//    most (by sqrt(s) with the first), and their being outside by a^2 s^2 = 0.0014, where
//    a^2 = (2 c phi(c))^2 / (2 * 0.05 * 0.95) = 0.55 at c = 1.96 is the first Hermite term of a
//    two-sided event: with 20 points the spread of the number grows by 1.3 %. The lookups are
//    independent: the points' ids salt their streams.
//
// What updates write is exact, so a point whose copies are not the predicted ones parts by itself.
struct GateVerdict {
  std::uint64_t judged = 0;        // n
  std::uint64_t counted = 0;       // m
  std::uint64_t outside = 0;       // of `counted`: outside the 95 % interval
  std::uint64_t most_outside = 0;  // c
  // The points that are to blame, one line each: those beyond their limit and, where too many are
  // outside, every one of these.
  std::vector<std::string> parting;

  bool passed() const { return judged > 0 && parting.empty(); }
};

// Judges the points that have both a prediction and a measurement of the same thing.
GateVerdict JudgeRun(const std::vector<PooledPoint>& points);

// The verdict in words, with a line for each point that is to blame. Nothing to judge is no pass.
std::string GateText(const GateVerdict& verdict);

}  // namespace bitladder::experiments
