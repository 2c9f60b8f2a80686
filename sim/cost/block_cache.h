// What an LRU block cache saves, by Che's approximation (Che, Tung, Wang, IEEE JSAC 2002).
#pragma once

#include <span>
#include <vector>

#include "sim/result.h"
#include "sim/tree/tree_shape.h"

namespace bitladder::sim {

// Blocks that are asked for alike: `accesses` a lookup go to the class, each to any of its blocks.
struct BlockClass {
  double blocks = 0;    // >= 0
  double accesses = 0;  // >= 0
};

// hit_j = 1 - exp(-t accesses_j / blocks_j) with the one t, in lookups, for which
// sum_j blocks_j hit_j = `cache_blocks`: an LRU cache keeps a block for about the same time since
// its last use, whatever the block. 1 for every class with accesses if the cache holds all of their
// blocks, 0 for a class without. Requests are independent of each other. `cache_blocks` >= 0; the
// error names what is out of range. Cost O(classes log).
Result<std::vector<double>> CheHitRates(std::span<const BlockClass> classes, double cache_blocks);

struct CachedLookups {
  std::span<const double> fpr;          // p_j of each run, newest first
  std::span<const double> target_mass;  // of existing lookups, sums to 1; may be empty without them
  double existing_share = 0;            // of all lookups, 0..1
  double entries_per_block = 4;         // B, >= 1
  double cache_blocks = 0;              // >= 0
};

struct CachedCost {
  std::vector<double> hit_rate;  // of the blocks of each run
  double zero_result_ios = 0;    // R, block reads that miss the cache
  double existing_ios = 0;       // V, the same; 0 without target mass
};

// R and V of lookups on `tree` behind a cache. A false positive of run j reads any of the
// ceil(n_j / B) blocks of the run, as absent keys are spread over it; so does a target. Without a
// cache these are ZeroResultCost and ExistingCost (cost/lookup_cost.h).
Result<CachedCost> CostBehindCache(const TreeShape& tree, const CachedLookups& lookups);

}  // namespace bitladder::sim
