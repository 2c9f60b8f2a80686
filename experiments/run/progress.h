// Lines on stderr that say what is running and what came out.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "experiments/result/loaded_tree.h"
#include "experiments/result/record.h"
#include "experiments/run/point.h"

namespace bitladder::experiments {

// "filters.bits_per_key=5 filters.allocation=monkey, repetition 2"; the experiment's name where
// nothing is swept.
std::string LabelOf(const Point& point);

// What stderr is: a terminal gets one line that is drawn over again, anything else plain lines.
struct ProgressOutput {
  bool terminal = false;
  bool colour = false;
  std::size_t columns = 80;
};

// Of this process' stderr. A terminal that cannot move its cursor (TERM=dumb) counts as none.
ProgressOutput ProgressOutputOfStderr();

// "12 s", "3 min 20 s", "2 h 5 min".
std::string DurationText(double seconds);

// "[5/20] 25 %, 2.5 points/s, 6 s left: " and what is running; no longer than `columns`. `finished`
// points took `seconds`; the others of `done` were there before. Before the first nothing is said
// of rate and time.
std::string StatusLine(std::uint64_t done, std::uint64_t points, std::uint64_t finished,
                       double seconds, const std::string& running, std::size_t columns);

class Progress {
 public:
  Progress(std::uint64_t points, const ProgressOutput& output) : points_(points), output_(output) {}
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  ~Progress() { End(); }

  void Resumed(std::uint64_t points);
  void Loading(const Point& point);
  void Loaded(const LoadedTree& tree);
  void Started(const Point& point);
  void Finished(const Point& point, const Outcome& outcome);
  void End();  // wipes what is drawn, before others write to the terminal

 private:
  double SecondsSoFar() const;
  void Line(const std::string& text);  // that stays
  void Draw(const std::string& running);
  std::string Running() const;

  std::uint64_t points_;
  ProgressOutput output_;
  std::uint64_t done_ = 0;
  std::uint64_t finished_ = 0;
  std::vector<const Point*> running_;
  bool drawn_ = false;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

}  // namespace bitladder::experiments
