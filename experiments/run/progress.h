// Lines on stderr that say what is running and what came out.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

#include "experiments/result/loaded_tree.h"
#include "experiments/result/record.h"
#include "experiments/run/point.h"

namespace bitladder::experiments {

// "filters.bits_per_key=5 filters.allocation=monkey, repetition 2"; the experiment's name where
// nothing is swept.
std::string LabelOf(const Point& point);

class Progress {
 public:
  explicit Progress(std::uint64_t points) : points_(points) {}

  void Resumed(std::uint64_t points);
  void Loading(const Point& point);
  void Loaded(const LoadedTree& tree);
  void Finished(const Point& point, const Outcome& outcome);

 private:
  double SecondsSoFar() const;

  std::uint64_t points_;
  std::uint64_t done_ = 0;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

}  // namespace bitladder::experiments
