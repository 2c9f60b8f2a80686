#include "sim/tree/tree_growth.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace bitladder::sim {
namespace {

using std::uint64_t;

constexpr uint64_t kMaxEntries = 1'000'000'000'000'000;

// The last arrival that joins run `run` (1 is the oldest) of a level of `runs` runs.
uint64_t LastArrivalOf(uint64_t run, uint64_t runs, uint64_t size_ratio) {
  return run * (size_ratio - 1) / runs;
}

struct LevelState {
  uint64_t arrival_buffers = 1;  // T^(i-1)
  uint64_t arrivals = 0;         // d_i
  uint64_t cycles = 0;           // how often the level has been emptied
};

// The level's runs, newest first. `older_buffers` is what larger levels hold.
void AppendRuns(const LevelState& level, int number, uint64_t runs, uint64_t size_ratio,
                uint64_t older_buffers, uint64_t buffer_entries, TreeGrowth& growth) {
  uint64_t newest = 1;
  while (LastArrivalOf(newest, runs, size_ratio) < level.arrivals) ++newest;
  for (uint64_t run = newest; run >= 1; --run) {
    const uint64_t first = LastArrivalOf(run - 1, runs, size_ratio);
    const uint64_t last = std::min(level.arrivals, LastArrivalOf(run, runs, size_ratio));
    const uint64_t entries = (last - first) * level.arrival_buffers * buffer_entries;
    growth.shape.runs.push_back(
        {number, static_cast<int>(newest - run + 1), static_cast<double>(entries)});
    growth.entries_at_creation.push_back((older_buffers + last * level.arrival_buffers) *
                                         buffer_entries);
  }
}

std::vector<LevelState> LevelsAfter(uint64_t flushes, uint64_t size_ratio) {
  std::vector<LevelState> levels;
  uint64_t arrival_buffers = 1;
  for (uint64_t rest = flushes; rest > 0; rest /= size_ratio) {
    levels.push_back({arrival_buffers, rest % size_ratio, rest / size_ratio});
    arrival_buffers *= size_ratio;
  }
  return levels;
}

// The last flush lacks `missing` entries of a whole buffer; it lies in the newest run and took part
// in no merge but the last.
void TakeFromNewestRun(uint64_t missing, TreeGrowth& growth) {
  Run& newest = growth.shape.runs.front();
  newest.entries -= static_cast<double>(missing);
  growth.entries_at_creation.front() -= missing;
  growth.entries_written[static_cast<std::size_t>(newest.level) - 1] -= missing;
}

}  // namespace

std::uint64_t ArrivalsWritten(std::uint64_t arrivals, std::uint64_t runs,
                              std::uint64_t size_ratio) {
  uint64_t written = 0;
  uint64_t first = 0;
  for (uint64_t run = 1; first < arrivals; ++run) {
    const uint64_t last = std::min(arrivals, LastArrivalOf(run, runs, size_ratio));
    written += (last - first) * (last - first + 1) / 2;
    first = last;
  }
  return written;
}

std::uint64_t TreeGrowth::total_entries_written() const {
  return std::accumulate(entries_written.begin(), entries_written.end(), uint64_t{0});
}

Result<TreeGrowth> GrowTree(std::uint64_t entries, std::uint64_t buffer_entries, int size_ratio,
                            const MergePolicy& policy) {
  if (auto ok = Validate(policy, size_ratio); !ok) return tl::unexpected(ok.error());
  if (entries < 1 || entries > kMaxEntries) {
    return Fail(
        fmt::format("entries = {} is out of range: must lie in [1, {}]", entries, kMaxEntries));
  }
  if (buffer_entries < 1 || buffer_entries > kMaxEntries) {
    return Fail(fmt::format("buffer_entries = {} is out of range: must lie in [1, {}]",
                            buffer_entries, kMaxEntries));
  }
  const auto t = static_cast<uint64_t>(size_ratio);
  const auto inner_runs = static_cast<uint64_t>(policy.inner_runs);
  const auto last_runs = static_cast<uint64_t>(policy.last_runs);

  TreeGrowth growth;
  growth.flushes = (entries + buffer_entries - 1) / buffer_entries;
  const std::vector<LevelState> levels = LevelsAfter(growth.flushes, t);
  for (std::size_t i = 0; i < levels.size(); ++i) {
    const LevelState& level = levels[i];
    const bool largest = i + 1 == levels.size();
    const uint64_t runs = largest ? last_runs : inner_runs;
    if (level.arrivals > 0) {
      AppendRuns(level, static_cast<int>(i) + 1, runs, t, level.cycles * t * level.arrival_buffers,
                 buffer_entries, growth);
    }
    uint64_t written = ArrivalsWritten(level.arrivals, runs, t);
    if (!largest) {
      written += ArrivalsWritten(t - 1, last_runs, t) +
                 (level.cycles - 1) * ArrivalsWritten(t - 1, inner_runs, t);
    }
    growth.entries_written.push_back(written * level.arrival_buffers * buffer_entries);
  }
  TakeFromNewestRun(growth.flushes * buffer_entries - entries, growth);
  return growth;
}

Result<TreeShape> GrownTree(std::uint64_t entries, std::uint64_t buffer_entries, int size_ratio,
                            const MergePolicy& policy) {
  Result<TreeGrowth> growth = GrowTree(entries, buffer_entries, size_ratio, policy);
  if (!growth) return tl::unexpected(growth.error());
  return std::move(growth->shape);
}

}  // namespace bitladder::sim
