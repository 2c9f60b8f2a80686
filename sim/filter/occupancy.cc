#include "sim/filter/occupancy.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "sim/check.h"

namespace bitladder::sim {
namespace {

// More throws than this leave no cell empty in any filter that is small enough for the chain.
constexpr double kFullAnyway = 0x1p62;

// Lower-triangular transition matrix of "cells still to hit" over some number of throws: entry (r,
// s) is the probability that s of r given cells are still to hit.
class ToHitChain {
 public:
  ToHitChain(double cells, int most) : cells_(cells), size_(most + 1), entries_(size_ * size_) {
    for (int r = 0; r < size_; ++r) {
      const double hit = std::min(1.0, r / cells);
      at(r, r) = 1 - hit;
      if (r > 0) at(r, r - 1) = hit;
    }
  }

  // Twice as many throws. The diagonal is set from its closed form: rounding 1 - r/cells and
  // squaring it forty times would lose digits.
  void Double() {
    throws_ *= 2;
    std::vector<double> product(entries_.size());
    for (int r = 0; r < size_; ++r) {
      for (int i = 0; i <= r; ++i) {
        const double via = at(r, i);
        for (int s = 0; s <= i; ++s) product[r * size_ + s] += via * at(i, s);
      }
    }
    entries_ = std::move(product);
    for (int r = 0; r < size_; ++r) {
      at(r, r) = r < cells_ ? std::exp(throws_ * std::log1p(-r / cells_)) : 0.0;
    }
  }

  // Prepends these throws, each happening with probability `chance`, to those that `all_hit`
  // accounts for: all_hit[r] = P(r given cells are all hit).
  void Apply(double chance, std::vector<double>& all_hit) const {
    for (int r = size_ - 1; r >= 0; --r) {
      double sum = 0;
      for (int s = 0; s <= r; ++s) sum += at(r, s) * all_hit[s];
      all_hit[r] = chance * sum + (1 - chance) * all_hit[r];
    }
  }

 private:
  double& at(int r, int s) { return entries_[r * size_ + s]; }
  double at(int r, int s) const { return entries_[r * size_ + s]; }

  double cells_;
  double throws_ = 1;
  int size_;
  std::vector<double> entries_;
};

// a_j for j = 0..most.
std::vector<double> AllHit(double cells, double throws, int most) {
  std::vector<double> all_hit(most + 1, 0.0);
  all_hit[0] = 1;
  ToHitChain chain(cells, most);
  const double whole = std::min(std::floor(throws), kFullAnyway);
  chain.Apply(throws < kFullAnyway ? throws - whole : 0.0, all_hit);
  for (auto left = static_cast<std::uint64_t>(whole); left > 0; left >>= 1) {
    if (left & 1) chain.Apply(1.0, all_hit);
    if (left > 1) chain.Double();
  }
  return all_hit;
}

// d_j for j = 0..probes.
std::vector<double> DistinctDrawn(double cells, int probes) {
  std::vector<double> drawn(probes + 1, 0.0);
  drawn[0] = 1;
  for (int probe = 0; probe < probes; ++probe) {
    for (int j = probe + 1; j > 0; --j) {
      drawn[j] =
          drawn[j] * std::min(1.0, j / cells) + drawn[j - 1] * (1 - std::min(1.0, (j - 1) / cells));
    }
    drawn[0] = 0;
  }
  return drawn;
}

// sum_j d_j a_j: every drawn cell is hit.
double AllDrawnAreHit(const std::vector<double>& drawn, const std::vector<double>& all_hit) {
  double sum = 0;
  for (std::size_t j = 1; j < drawn.size(); ++j) sum += drawn[j] * all_hit[j];
  return std::min(1.0, sum);
}

bool IsLarge(double cells, int probes) { return cells >= 1000.0 * probes * probes; }

}  // namespace

double ExactFillMoment(double cells, double throws, int probes) {
  SIM_CHECK(cells >= 1 && throws >= 0, cells, throws);
  SIM_CHECK(probes >= 1, probes, 1);
  return AllDrawnAreHit(DistinctDrawn(cells, probes), AllHit(cells, throws, probes));
}

std::vector<double> ExactFillMomentsByKeys(double cells, int throws_per_key, int probes,
                                           int most_keys) {
  SIM_CHECK(cells >= 1 && most_keys >= 0, cells, most_keys);
  SIM_CHECK(throws_per_key >= 1 && probes >= 1, throws_per_key, probes);
  const std::vector<double> drawn = DistinctDrawn(cells, probes);
  std::vector<double> hit(probes + 1);
  for (int r = 0; r <= probes; ++r) hit[r] = std::min(1.0, r / cells);
  std::vector<double> all_hit = AllHit(cells, 0, probes);
  std::vector<double> moments{AllDrawnAreHit(drawn, all_hit)};
  for (int key = 1; key <= most_keys; ++key) {
    for (int t = 0; t < throws_per_key; ++t) {
      for (int r = probes; r > 0; --r) {
        all_hit[r] = hit[r] * all_hit[r - 1] + (1 - hit[r]) * all_hit[r];
      }
    }
    moments.push_back(AllDrawnAreHit(drawn, all_hit));
  }
  return moments;
}

FillStatistics FillOf(double cells, double throws) {
  SIM_CHECK(cells > 2 && throws >= 0, cells, throws);
  const double empty = std::exp(throws * std::log1p(-1 / cells));  // (1 - 1/m)^t
  // Two given cells both stay empty with (1 - 2/m)^t = empty^2 (1 - 1/(m-1)^2)^t.
  const double pair_excess = std::expm1(throws * std::log1p(-1 / ((cells - 1) * (cells - 1))));
  const double variance =
      empty * (1 - empty) / cells + empty * empty * pair_excess * (1 - 1 / cells);
  return {.mean = -std::expm1(throws * std::log1p(-1 / cells)),
          .variance = std::max(0.0, variance)};
}

double ExpectedMaybeRate(double cells, double throws, int probes) {
  if (!IsLarge(cells, probes) || throws < cells / 5) return ExactFillMoment(cells, throws, probes);
  const FillStatistics fill = FillOf(cells, throws);
  const double relative_variance = fill.variance / (fill.mean * fill.mean);
  return std::pow(fill.mean, probes) * (1 + 0.5 * probes * (probes - 1) * relative_variance);
}

double MaybeRateSd(double cells, double throws, int probes) {
  if (IsLarge(cells, probes) && throws >= 200 * probes) {
    const FillStatistics fill = FillOf(cells, throws);
    return probes * std::pow(fill.mean, probes - 1) * std::sqrt(fill.variance);
  }
  const double mean = ExactFillMoment(cells, throws, probes);
  return std::sqrt(std::max(0.0, ExactFillMoment(cells, throws, 2 * probes) - mean * mean));
}

}  // namespace bitladder::sim
