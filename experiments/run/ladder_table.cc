#include "experiments/run/ladder_table.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <string_view>

namespace bitladder::experiments {
namespace {

constexpr std::size_t kColumns = 80;
constexpr std::size_t kWidestName = 11;
constexpr std::size_t kLevelWidth = 6;  // a blank and 99.99

std::size_t LevelsOf(const PooledPoint& point) {
  return point.ladder.empty() ? 0 : point.ladder.back().level;
}

}  // namespace

std::size_t AllocationWidth(const std::vector<PooledPoint>& points) {
  std::size_t width = std::string_view("allocation").size();
  for (const PooledPoint& point : points) width = std::max(width, point.allocation.size());
  return std::min(width, kWidestName);
}

std::string RowLabel(const PooledPoint& point, std::size_t width) {
  if (point.allocation.size() <= width) {
    return fmt::format("{:>5.4g} {:{}}", point.bits_per_key, point.allocation, width);
  }
  return fmt::format("{:>5.4g} {}\n{:{}}", point.bits_per_key, point.allocation, "", 6 + width);
}

void AppendGroup(const PooledPoint& point, std::string* group, std::string* out) {
  if (point.others == *group) return;
  *group = point.others;
  fmt::format_to(std::back_inserter(*out), "{}\n", *group);
}

std::string LadderDrawing(const std::vector<LevelBits>& ladder, double most_bits) {
  constexpr std::string_view kBars[] = {"\u2581", "\u2582", "\u2583", "\u2584",
                                        "\u2585", "\u2586", "\u2587", "\u2588"};
  std::string drawing;
  std::size_t next = 1;
  for (const LevelBits& bits : ladder) {
    for (; next < bits.level; ++next) drawing += ' ';
    ++next;
    if (!(bits.bits_per_key > 0)) {
      drawing += "\u00b7";
      continue;
    }
    const double eighths = std::ceil(8 * bits.bits_per_key / most_bits);
    drawing += kBars[static_cast<std::size_t>(std::clamp(eighths, 1.0, 8.0)) - 1];
  }
  return drawing;
}

void AppendLadders(const std::vector<PooledPoint>& points, std::string* out) {
  const std::size_t width = AllocationWidth(points);
  const auto append = std::back_inserter(*out);
  std::size_t levels = 0;
  double most_bits = 0;
  for (const PooledPoint& point : points) {
    levels = std::max(levels, LevelsOf(point));
    for (const LevelBits& bits : point.ladder) most_bits = std::max(most_bits, bits.bits_per_key);
  }
  const std::size_t drawing = std::max(levels, std::string_view("ladder").size());
  const std::size_t used = 6 + width + 1 + drawing;
  const std::size_t fit = used < kColumns ? (kColumns - used) / kLevelWidth : 0;
  const std::size_t first = levels > fit ? levels - fit + 1 : 1;
  fmt::format_to(append, "\nBits per key spent on each level{}; level 1 is the smallest.\n\n",
                 first > 1 ? fmt::format(", numbers from {} on", first) : "");
  fmt::format_to(append, "{:>5} {:{}} {:{}}", "bits", "allocation", width, "ladder", drawing);
  for (std::size_t level = first; level <= levels; ++level) {
    fmt::format_to(append, " {:>5}", fmt::format("L{}", level));
  }
  *out += '\n';
  std::string group;
  for (const PooledPoint& point : points) {
    AppendGroup(point, &group, out);
    fmt::format_to(append, "{} {}", RowLabel(point, width), LadderDrawing(point.ladder, most_bits));
    out->append(drawing - LevelsOf(point), ' ');
    std::size_t next = first;
    for (const LevelBits& bits : point.ladder) {
      if (bits.level < first) continue;
      for (; next < bits.level; ++next) fmt::format_to(append, " {:>5}", "-");
      fmt::format_to(append, " {:>5.2f}", bits.bits_per_key);
      ++next;
    }
    *out += '\n';
  }
}

}  // namespace bitladder::experiments
