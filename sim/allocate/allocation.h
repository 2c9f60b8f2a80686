// The question of the whole project as a value: so many bits, these runs; and the answer.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "sim/filter/fpr_model.h"
#include "sim/result.h"
#include "sim/tree/tree_design.h"
#include "sim/tree/tree_shape.h"

namespace bitladder::sim {

// Lookups for existing keys beside zero-result ones (TODS 2018 section 4.4).
struct ExistingLookups {
  double per_missing = 0;           // nu >= 0, existing lookups for each zero-result lookup
  std::vector<double> target_mass;  // probability that the target lies in run j; empty: entries_j/N
  bool operator==(const ExistingLookups&) const = default;
};

struct AllocationProblem {
  TreeShape tree;                   // runs, newest first
  std::vector<double> weights;      // cost of one false positive of run j, >= 0; empty: all 1
  double budget_bits = 0;           // M >= 0
  const FprModel* model = nullptr;  // the curve for curve_aware and for hill_climb; never null
  // Only the closed-form policies read these; the exact ones use the runs as they are.
  int size_ratio = 2;        // T
  MergePolicy merge_policy;  // K, Z
  ExistingLookups existing;
  std::vector<double> explicit_bits;  // bits per key of level 1, 2, ... for policy `explicit`
};

struct Allocation {
  std::vector<double> bits_per_key;  // of each run, >= 0
  double spent_bits = 0;  // sum of entries * bits_per_key; exceeds the budget only for policies
                          // recorded as published
};

// Unclamped request of one policy: which bits it gives. Pure.
using AllocateFn = Result<Allocation> (*)(const AllocationProblem&);

struct AllocationPolicy {
  std::string_view name;
  std::string_view summary;  // one line for help texts
  std::string_view source;   // paper, section, equation
  AllocateFn allocate;
};

// The closed set of policies, in the order that help texts print.
std::span<const AllocationPolicy> AllocationPolicies();

// Checks the problem, then allocates. An unknown policy is an error that lists the known ones.
Result<Allocation> Allocate(std::string_view policy, const AllocationProblem& problem);

}  // namespace bitladder::sim
