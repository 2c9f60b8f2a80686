// Flushes and merges as counts only: which runs a tree holds after any number of inserts, and what
// writing them cost. Closed form in the base-T digits of the number of flushes, so 10^10 flushes
// cost as little as ten. The engine executes the same rule; it is written here independently of it.
//
// The merge rule (THEORY: M17 section 2, D18 section 4, made exact). The buffer is flushed as one
// arrival at level 1. Level i counts its arrivals since it was last empty, each worth T^(i-1)
// buffers.
//   * Arrival number a <= T-1 of a level that may hold K runs joins run ceil(a K / (T-1)), counted
//   from
//     the oldest: it is merged with that run if it exists, and starts it otherwise. So run r takes
//     the arrivals up to floor(r (T-1) / K), floor or ceil of (T-1)/K of them. K = 1 is leveling, K
//     = T-1 tiering.
//   * Arrival number T merges with everything at the level and arrives at level i+1.
//   * What one flush sets off is one multiway merge into its final level; nothing is written
//   between.
//   * The largest level in the tree holds Z runs, the others K. A level stops being the largest
//   only
//     when its T-th arrival empties it (and every smaller level with it), so no run ever has to be
//     regrouped: a level's first T-1 arrivals obey Z, all later ones K.
// With distinct keys, level i holds d_i arrivals after F flushes, d_i the i-th base-T digit of F.
//
// Copies: T arrivals at a level of K runs, (T-1)/K whole, write (T-1)(T-1+K)/(2K) arrivals' worth
// there, so an entry is copied (T-1)(T-1+K)/(2KT) times a level: Monkey 2017 Eq. 10 for K = 1 and K
// = T-1. Right after F = T^L - 1 flushes the mean over the tree's entries is T^L/(T^L-1) times
// that.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/result.h"
#include "sim/tree/tree_design.h"
#include "sim/tree/tree_shape.h"

namespace bitladder::sim {

// What the first `arrivals` <= T-1 arrivals at a level of `runs` runs write there, in arrivals'
// worth: the sum of g (g+1)/2 over runs of g arrivals. `runs` in 1..T-1. Cost O(runs).
std::uint64_t ArrivalsWritten(std::uint64_t arrivals, std::uint64_t runs, std::uint64_t size_ratio);

struct TreeGrowth {
  TreeShape shape;            // newest run first
  std::uint64_t flushes = 0;  // F
  // Of each run: the entries on disk right after the run was last written, itself included. At that
  // moment it was the newest run, and the filter it got then is the one a stale tree still has.
  std::vector<std::uint64_t> entries_at_creation;
  // Entries written into each level since the tree was empty, level 1 first.
  std::vector<std::uint64_t> entries_written;

  std::uint64_t total_entries_written() const;
};

// The tree after inserting `entries` distinct keys (1..10^15) through a buffer of `buffer_entries`
// (>= 1), ending with a flush: the last one may be partial and still counts as one buffer.
// F = ceil(entries / buffer_entries). Cost O(levels * T).
Result<TreeGrowth> GrowTree(std::uint64_t entries, std::uint64_t buffer_entries, int size_ratio,
                            const MergePolicy& policy);

// The runs of GrowTree alone.
Result<TreeShape> GrownTree(std::uint64_t entries, std::uint64_t buffer_entries, int size_ratio,
                            const MergePolicy& policy);

}  // namespace bitladder::sim
