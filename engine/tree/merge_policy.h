// The merge rule of a fluid LSM-tree as a pure decision: the tree as it stands -> what the next
// flush merges with and where the result goes.
//
// Symbols: T size ratio; K runs allowed at a level, Z at the largest level (Dayan and Idreos,
// Dostoevsky, SIGMOD 2018, section 4). Leveling K = Z = 1, tiering K = Z = T-1, lazy leveling K =
// T-1, Z = 1. Sizes are counted in buffers (flushes), so that the rule knows nothing of bytes.
//
// The rule. A flush of the memtable is an arrival of size s = 1 at level 1. An arrival of size s at
// level i, which holds h buffers in its runs, has the number
//     a = floor((h + s) / T^(i-1))
// because an arrival at level i is worth T^(i-1) buffers.
//   a >= T: every run of the level joins the arrival, which grows to s + h and arrives at level
//   i+1. a <  T: the arrival joins run number ceil(a R / (T-1)), counted from the oldest run of the
//   level,
//           where R is Z when no larger level holds a run and K otherwise. If that run exists, it
//           and every newer run of the level are merged with the arrival; otherwise the arrival
//           starts a new run, the newest of the level. Here the cascade ends.
// All that joined is merged at once, memtable included, into one run: one multiway merge a cascade.
//
// What follows with unique inserts. Levels hold the base-T digits of the number of flushes F, the
// joined run is the newest or a new one, run r of R takes floor or ceil of (T-1)/R arrivals. A
// level i that is the largest turns into an inner one at the moment in which its T-th arrival
// empties it into level i+1: it never holds runs by Z when K begins to count, so growth converts
// nothing. A level that is the largest while F grows from T^(i-1) to T^i - 1 uses Z, and K in each
// later cycle. Copies an entry in one cycle of a level (T arrivals) are the sum over its runs of g
// (g+1) / (2 T), g the arrivals a run takes: (T-1)/2 for leveling (Monkey Eq. 10), (T-1)(T-1+R)/(2
// R T) where R divides T-1.
//
// Updates and deletes shrink runs (MergedBuffers), so a level may hold fewer buffers than it took,
// a falls, and the arrival merges with an existing run instead of starting a new one: levels fill
// by what they hold, not by how often they were written. When the largest level vanishes, the next
// arrival at the new largest brings it to at most Z runs.
#pragma once

#include <cstddef>
#include <cstdint>

#include "engine/result.h"
#include "engine/tree/version.h"

namespace bitladder::engine {

struct TreeRule {
  int size_ratio = 2;  // T, 2..1000
  int inner_runs = 1;  // K, 1..T-1
  int last_runs = 1;   // Z, 1..T-1
  bool operator==(const TreeRule&) const = default;
};

// kInvalidArgument naming the field, its value and its range.
Status Validate(const TreeRule& rule);

// The memtable is always an input. The runs that join it are always the newest ones, because a
// cascade takes whole levels until the one where it ends.
struct MergePlan {
  std::size_t newest_runs = 0;   // this many runs of Version::runs, from the front
  int level = 1;                 // of the result
  std::uint64_t buffers_in = 1;  // sum over inputs, the flush counting 1
  bool into_oldest = false;      // no run is older than the result: tombstones may go
  bool operator==(const MergePlan&) const = default;
};
MergePlan PlanFlush(const Version& version, const TreeRule& rule);

// Size of a merge result in buffers: ceil(buffers_in * entries_out / entries_in), so that unique
// inserts keep the exact sum. 0 only when entries_out is 0; entries_out is at most entries_in.
std::uint64_t MergedBuffers(std::uint64_t buffers_in, std::uint64_t entries_in,
                            std::uint64_t entries_out);

}  // namespace bitladder::engine
