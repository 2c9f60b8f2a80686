#include "experiments/run/progress.h"

#include <fmt/core.h>

#include <cstdio>

namespace bitladder::experiments {
namespace {

std::string ResultOf(const Outcome& outcome) {
  if (!outcome.error.empty()) return "failed: " + outcome.error;
  const Prediction& predicted = *outcome.prediction;
  const std::string expected = fmt::format("predicted {:.4g}", predicted.wasted_ios.mean);
  if (!outcome.observation || outcome.observation->lookups == 0) return expected;
  const Observation& seen = *outcome.observation;
  return fmt::format("{:.4g} wasted I/Os a lookup, {}, {} lookups",
                     static_cast<double>(seen.wasted_ios) / static_cast<double>(seen.lookups),
                     expected, seen.lookups);
}

}  // namespace

std::string LabelOf(const Point& point) {
  std::string label;
  for (const auto& [path, value] : point.params) {
    // Words without the quotes of their JSON.
    const bool word = value.size() >= 2 && value.front() == '"';
    label += fmt::format("{}{}={}", label.empty() ? "" : " ", path,
                         word ? value.substr(1, value.size() - 2) : value);
  }
  if (label.empty()) label = point.config.name;
  if (point.config.repetitions > 1) label += fmt::format(", repetition {}", point.repetition);
  return label;
}

double Progress::SecondsSoFar() const {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
}

void Progress::Resumed(std::uint64_t points) {
  if (points == 0) return;
  done_ += points;
  fmt::print(stderr, "[{}/{}] already in points.jsonl\n", done_, points_);
}

void Progress::Loading(const Point& point) {
  fmt::print(stderr, "[{}/{}] {:.1f} s: loading {} entries, {}, seed {}\n", done_, points_,
             SecondsSoFar(), point.config.tree.entries, point.config.tree.loader,
             point.config.seed_data);
}

void Progress::Loaded(const LoadedTree& tree) {
  fmt::print(stderr, "[{}/{}] {:.1f} s: loaded {} entries into {} runs on {} levels\n", done_,
             points_, SecondsSoFar(), tree.entries(), tree.runs.size(), tree.levels());
}

void Progress::Finished(const Point& point, const Outcome& outcome) {
  ++done_;
  fmt::print(stderr, "[{}/{}] {:.1f} s: {}: {}\n", done_, points_, SecondsSoFar(), LabelOf(point),
             ResultOf(outcome));
}

}  // namespace bitladder::experiments
