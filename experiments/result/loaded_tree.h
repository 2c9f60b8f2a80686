// The tree of a loaded (or modelled) dataset, as allocation, prediction and record see it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace bitladder::experiments {

struct LoadedRun {
  int level = 1;              // 1 is the smallest
  int run = 1;                // within its level, 1 is the newest
  std::uint64_t entries = 0;  // distinct keys
  bool operator==(const LoadedRun&) const = default;
};

struct LoadedTree {
  std::string fingerprint;      // of every run's content; empty for a tree that is only modelled
  std::vector<LoadedRun> runs;  // newest first: the order of a lookup

  std::uint64_t entries() const;
  int levels() const;  // the largest level that holds a run, 0 for an empty tree
  bool operator==(const LoadedTree&) const = default;
};

}  // namespace bitladder::experiments
