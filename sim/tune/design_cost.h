// What a workload costs on one design, the exact way.
#pragma once

#include "sim/cost/throughput.h"
#include "sim/cost/update_cost.h"
#include "sim/result.h"
#include "sim/tree/tree_design.h"

namespace bitladder::sim {

// How filter memory is divided among the runs.
enum class FilterDivision { kUniform, kMonkey };

// Which merge policies a search may choose from.
enum class PolicySpace {
  kLevelingAndTiering,  // Monkey 2017
  kLazyLevelingToo,     // Dostoevsky 2018's three
  kFluid,               // every K and Z
};

struct TuningProblem {
  double entries = 1 << 30;       // N, 1..1e18
  double entry_bytes = 1024;      // E, > 0
  double memory_bytes = 1 << 30;  // of buffer and filters together, at least one block
  Workload workload;              // shares of operations
  double selected_entries = 0;    // s N, entries that a range lookup returns, >= 0
  IoPrices prices;                // B, phi, mu
  FilterDivision filters = FilterDivision::kMonkey;
  PolicySpace policies = PolicySpace::kLazyLevelingToo;
  int max_size_ratio = 64;  // 2..1000
};

// Every field in its range; the error names the parameter.
Result<void> Validate(const TuningProblem& problem);

// B E, the smallest buffer that makes sense: one block.
double BlockBytes(const TuningProblem& problem);

struct TunedDesign {
  TreeDesign design;
  int levels = 0;          // L by Monkey 2017 Eq. 1
  double filter_bits = 0;  // what the buffer leaves
  OperationCosts costs;
  double average_cost = 0;  // theta, I/Os an operation
  bool operator==(const TunedDesign&) const = default;
};

// A full tree of the design, ideal filters. R and V follow the optimum of the finite tree for the
// problem's own mix of lookups (MonkeyFinite on MixedLookupTree: existing keys in the largest
// level, in any of its runs alike), or the same bits everywhere; W is UpdateCost, Q RangeCost.
// `buffer_bytes` lies between one block and the memory. The problem and the policy are valid.
TunedDesign CostOfDesign(const TuningProblem& problem, int size_ratio, const MergePolicy& policy,
                         double buffer_bytes);

}  // namespace bitladder::sim
