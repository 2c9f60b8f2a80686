#include "engine/tree/merge_policy.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "engine/check.h"

namespace bitladder::engine {
namespace {

__extension__ using Wide = unsigned __int128;

// a * b and a + b, held at 2^64 - 1: a level that large is never full.
std::uint64_t SaturatingMultiply(std::uint64_t a, std::uint64_t b) {
  const Wide product = static_cast<Wide>(a) * b;
  constexpr std::uint64_t kMax = std::numeric_limits<std::uint64_t>::max();
  return product > kMax ? kMax : static_cast<std::uint64_t>(product);
}

std::uint64_t SaturatingAdd(std::uint64_t a, std::uint64_t b) {
  const std::uint64_t sum = a + b;
  return sum < a ? std::numeric_limits<std::uint64_t>::max() : sum;
}

Status CheckRange(const char* field, int value, int low, int high) {
  if (value < low || value > high) {
    return Fail(ErrorCode::kInvalidArgument,
                fmt::format("{} is {}, allowed are {}..{}", field, value, low, high));
  }
  return {};
}

// The runs of one level: [first, first + count) of Version::runs.
struct LevelRuns {
  std::size_t count = 0;
  std::uint64_t buffers = 0;
};

LevelRuns RunsOfLevel(const Version& version, std::size_t first, int level) {
  LevelRuns held;
  for (std::size_t i = first; i < version.runs.size() && version.runs[i].level == level; ++i) {
    held.count += 1;
    held.buffers = SaturatingAdd(held.buffers, version.runs[i].buffers);
  }
  return held;
}

}  // namespace

Status Validate(const TreeRule& rule) {
  ENGINE_TRY(CheckRange("size_ratio", rule.size_ratio, 2, 1000));
  ENGINE_TRY(CheckRange("merge_policy.inner_runs", rule.inner_runs, 1, rule.size_ratio - 1));
  return CheckRange("merge_policy.last_runs", rule.last_runs, 1, rule.size_ratio - 1);
}

MergePlan PlanFlush(const Version& version, const TreeRule& rule) {
  const auto size_ratio = static_cast<std::uint64_t>(rule.size_ratio);
  MergePlan plan;  // an arrival of one buffer at level 1
  for (std::uint64_t arrival_worth = 1;;
       arrival_worth = SaturatingMultiply(arrival_worth, size_ratio)) {
    const LevelRuns held = RunsOfLevel(version, plan.newest_runs, plan.level);
    const std::uint64_t arrival = SaturatingAdd(held.buffers, plan.buffers_in) / arrival_worth;
    if (arrival < size_ratio) {
      const bool largest = plan.level >= version.largest_level();
      const auto allowed = static_cast<std::uint64_t>(largest ? rule.last_runs : rule.inner_runs);
      const std::uint64_t joined =  // counted from the oldest, 1-based
          (arrival * allowed + size_ratio - 2) / (size_ratio - 1);
      ENGINE_CHECK(joined >= 1, arrival, plan.level);
      for (std::uint64_t number = held.count; number >= joined; --number) {
        plan.buffers_in = SaturatingAdd(plan.buffers_in, version.runs[plan.newest_runs].buffers);
        plan.newest_runs += 1;
      }
      plan.into_oldest = plan.newest_runs == version.runs.size();
      return plan;
    }
    plan.newest_runs += held.count;
    plan.buffers_in = SaturatingAdd(plan.buffers_in, held.buffers);
    plan.level += 1;
  }
}

std::uint64_t MergedBuffers(std::uint64_t buffers_in, std::uint64_t entries_in,
                            std::uint64_t entries_out) {
  ENGINE_CHECK(entries_out <= entries_in, entries_in, entries_out);
  if (entries_out == 0) {
    return 0;
  }
  const Wide scaled = static_cast<Wide>(buffers_in) * entries_out + (entries_in - 1);
  return static_cast<std::uint64_t>(scaled / entries_in);
}

}  // namespace bitladder::engine
