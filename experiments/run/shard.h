// A part of a sweep that one machine runs.
#pragma once

#include <string>
#include <string_view>

#include "experiments/result_type.h"
#include "experiments/run/plan.h"

namespace bitladder::experiments {

// The `index`-th of `count` parts, 1 <= index <= count. 1 of 1 is the whole sweep.
struct Shard {
  int index = 1;
  int count = 1;
  bool operator==(const Shard&) const = default;
};

inline constexpr int kMostShards = 10'000;

// "2/4"; anything else is a kConfig error.
Result<Shard> ParseShard(std::string_view text);
std::string ShardText(const Shard& shard);

// The plan with the points of one shard. Every point stands in exactly one of the shards, its
// repetitions together, in the order of the sweep. Where there are at least as many datasets as
// shards, a dataset is loaded by one of them alone; where there are fewer, points are dealt out. A
// shard beyond the number of points is empty.
Plan CutShard(const Plan& plan, const Shard& shard);

}  // namespace bitladder::experiments
