#include "experiments/run/summary.h"

#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <iterator>
#include <map>
#include <utility>

#include "experiments/run/ladder_table.h"
#include "experiments/run/pooled_point.h"

namespace bitladder::experiments {
namespace {

constexpr std::string_view kRed = "\033[31m";
constexpr std::string_view kPlain = "\033[0m";
constexpr std::size_t kIntervalWidth = 20;

// Four digits, or three where four do not fit.
std::string IntervalText(const Interval& interval) {
  const std::string text = fmt::format("[{:.4g}, {:.4g}]", interval.low, interval.high);
  if (text.size() <= kIntervalWidth) return text;
  return fmt::format("[{:.3g}, {:.3g}]", interval.low, interval.high);
}

std::string MeasuredColumns(const PooledPoint& point, bool colour) {
  if (point.lookups == 0) return fmt::format("{:>8} {:>6} {:>7} {:>7}", "-", "-", "-", "-");
  const double mean = point.MeasuredMean();
  const bool has_ratio = point.compared && point.predicted.mean > 0;
  const std::string ratio = has_ratio ? fmt::format("{:.3f}", mean / point.predicted.mean) : "-";
  const bool outside = point.compared && !point.WithinPrediction();
  const std::string_view verdict = !point.compared ? "-" : outside ? "outside" : "inside";
  const bool red = colour && outside;
  const std::string latency =
      point.timed_lookups > 0 ? fmt::format("{:.3g}", point.MeanLatencyUs()) : "-";
  return fmt::format("{:>8.4g} {:>6} {}{:>7}{} {:>7}", mean, ratio, red ? kRed : "", verdict,
                     red ? kPlain : "", latency);
}

void AppendMainTable(const std::vector<PooledPoint>& points, bool colour, std::string* out) {
  const std::size_t width = AllocationWidth(points);
  const auto append = std::back_inserter(*out);
  fmt::format_to(append,
                 "Wasted I/Os a lookup. Verdict: is the measured count inside the predicted\n"
                 "interval?\n\n");
  fmt::format_to(append, "{:>5} {:{}} {:>9} {:20} {:>8} {:>6} {:>7} {:>7}\n", "bits", "allocation",
                 width, "predicted", "95 % interval", "measured", "ratio", "verdict", "mean us");
  std::string group;
  for (const PooledPoint& point : points) {
    AppendGroup(point, &group, out);
    fmt::format_to(append, "{} {:>9.4g} {:20} {}\n", RowLabel(point, width), point.predicted.mean,
                   IntervalText(point.PredictedInterval()), MeasuredColumns(point, colour));
  }
}

// Stale filters spend something else than their budget.
bool SpendAlike(const PooledPoint& a, const PooledPoint& b) {
  constexpr double kTolerance = 0.01;
  return std::abs(a.spent_bits - b.spent_bits) <= kTolerance * std::max(a.spent_bits, b.spent_bits);
}

// Uniform over Monkey at equal bits, where both are there and spent them.
void AppendGains(const std::vector<PooledPoint>& points, std::string* out) {
  using Key = std::pair<std::string, double>;
  std::map<Key, const PooledPoint*> uniform;
  for (const PooledPoint& point : points) {
    if (point.allocation == "uniform") uniform[{point.others, point.bits_per_key}] = &point;
  }
  std::string lines;
  std::string group;
  for (const PooledPoint& point : points) {
    const auto other = uniform.find({point.others, point.bits_per_key});
    if (point.allocation != "monkey" || other == uniform.end()) continue;
    const PooledPoint& base = *other->second;
    if (!SpendAlike(point, base)) continue;
    AppendGroup(point, &group, &lines);
    const std::string measured =
        point.wasted_ios > 0 && base.lookups > 0
            ? fmt::format("{:.3f}", base.MeasuredMean() / point.MeasuredMean())
            : "-";
    fmt::format_to(std::back_inserter(lines), "{:>5.4g} {:>10.3f} {:>10}\n", point.bits_per_key,
                   base.predicted.mean / point.predicted.mean, measured);
  }
  if (lines.empty()) return;
  fmt::format_to(
      std::back_inserter(*out),
      "\nHow many times fewer wasted I/Os Monkey makes than uniform, at equal memory.\n\n"
      "{:>5} {:>10} {:>10}\n{}",
      "bits", "predicted", "measured", lines);
}

}  // namespace

bool NoColour() {
  const char* no_colour = std::getenv("NO_COLOR");
  return no_colour != nullptr && *no_colour != '\0';
}

bool ColourOnStdout() { return ::isatty(STDOUT_FILENO) != 0 && !NoColour(); }

std::string SummaryText(const std::vector<const Json*>& records, const RunSummary& summary,
                        const std::string& directory, bool colour) {
  std::string out;
  const auto append = std::back_inserter(out);
  const std::vector<PooledPoint> points = PoolRepetitions(records);
  if (!points.empty()) {
    AppendMainTable(points, colour, &out);
    AppendGains(points, &out);
    AppendLadders(points, &out);
    out += '\n';
  }
  std::size_t compared = 0;
  std::size_t inside = 0;
  for (const PooledPoint& point : points) {
    if (!point.compared) continue;
    ++compared;
    inside += point.WithinPrediction();
  }
  if (compared > 0) {
    fmt::format_to(append, "{} of {} points inside the predicted 95 % interval.\n", inside,
                   compared);
  }
  if (!summary.failures.empty()) {
    fmt::format_to(append, "{} failed:\n", summary.points_failed);
    for (const std::string& failure : summary.failures) {
      fmt::format_to(append, "  {}\n", failure);
    }
  }
  fmt::format_to(append, "Records: {}/points.jsonl, results.json, manifest.json\n", directory);
  fmt::format_to(append, "Figures: scripts/plot.py {}\n", directory);
  fmt::format_to(append, "Report:  scripts/report.py {0} -o {0}/report.html\n", directory);
  return out;
}

}  // namespace bitladder::experiments
