#include "experiments/run/progress.h"

#include <fmt/core.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "experiments/run/summary.h"

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

ProgressOutput ProgressOutputOfStderr() {
  ProgressOutput output;
  const char* term = std::getenv("TERM");
  const bool dumb = term == nullptr || std::string_view(term) == "dumb";
  output.terminal = !dumb && ::isatty(STDERR_FILENO) != 0;
  output.colour = output.terminal && !NoColour();
  winsize size{};
  if (output.terminal && ::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) {
    output.columns = size.ws_col;
  }
  return output;
}

std::string DurationText(double seconds) {
  const auto whole = static_cast<std::uint64_t>(std::ceil(std::max(seconds, 0.0)));
  if (whole < 60) return fmt::format("{} s", whole);
  if (whole < 3600) return fmt::format("{} min {} s", whole / 60, whole % 60);
  return fmt::format("{} h {} min", whole / 3600, whole % 3600 / 60);
}

std::string StatusLine(std::uint64_t done, std::uint64_t points, std::uint64_t finished,
                       double seconds, const std::string& running, std::size_t columns) {
  std::string line =
      fmt::format("[{}/{}] {} %", done, points, points == 0 ? 100 : 100 * done / points);
  if (finished > 0 && seconds > 0) {
    const double rate = static_cast<double>(finished) / seconds;
    line += fmt::format(", {:.3g} points/s, {} left", rate,
                        DurationText(static_cast<double>(points - done) / rate));
  }
  if (!running.empty()) line += ": " + running;
  if (line.size() <= columns) return line;
  return line.substr(0, columns > 3 ? columns - 3 : 0) + (columns > 3 ? "..." : "");
}

double Progress::SecondsSoFar() const {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
}

void Progress::End() {
  if (!drawn_) return;
  fmt::print(stderr, "\r\033[K");
  std::fflush(stderr);
  drawn_ = false;
}

void Progress::Line(const std::string& text) {
  End();
  fmt::print(stderr, "{}\n", text);
}

// One column less than the terminal has, so that the cursor stays on the line.
void Progress::Draw(const std::string& running) {
  fmt::print(stderr, "\r\033[K{}",
             StatusLine(done_, points_, finished_, SecondsSoFar(), running, output_.columns - 1));
  std::fflush(stderr);
  drawn_ = true;
}

std::string Progress::Running() const {
  if (running_.empty()) return "";
  const std::string more =
      running_.size() > 1 ? fmt::format("{} at once, ", running_.size()) : std::string();
  return more + LabelOf(*running_.front());
}

void Progress::Resumed(std::uint64_t points) {
  if (points == 0) return;
  done_ += points;
  Line(fmt::format("[{}/{}] already in points.jsonl", done_, points_));
}

void Progress::Loading(const Point& point) {
  const std::string what = fmt::format("loading {} entries, {}, seed {}", point.config.tree.entries,
                                       point.config.tree.loader, point.config.seed_data);
  if (output_.terminal) return Draw(what);
  Line(fmt::format("[{}/{}] {:.1f} s: {}", done_, points_, SecondsSoFar(), what));
}

void Progress::Loaded(const LoadedTree& tree) {
  if (output_.terminal) return;
  Line(fmt::format("[{}/{}] {:.1f} s: loaded {} entries into {} runs on {} levels", done_, points_,
                   SecondsSoFar(), tree.entries(), tree.runs.size(), tree.levels()));
}

void Progress::Started(const Point& point) {
  running_.push_back(&point);
  if (output_.terminal) Draw(Running());
}

void Progress::Finished(const Point& point, const Outcome& outcome) {
  ++done_;
  ++finished_;
  running_.erase(std::remove(running_.begin(), running_.end(), &point), running_.end());
  const bool failed = !outcome.error.empty();
  if (!output_.terminal || failed) {
    const bool red = output_.colour && failed;
    Line(fmt::format("{}[{}/{}] {:.1f} s: {}: {}{}", red ? "\033[31m" : "", done_, points_,
                     SecondsSoFar(), LabelOf(point), ResultOf(outcome), red ? "\033[0m" : ""));
  }
  if (output_.terminal) Draw(Running());
}

}  // namespace bitladder::experiments
