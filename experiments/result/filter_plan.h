// What an allocation decided for a point: the filter of each run, before any filter is built.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace bitladder::experiments {

struct PlannedFilter {
  double bits_per_key_requested = 0;    // by the allocation for the tree as it stands, unrounded
  std::uint32_t bits_per_key_1024 = 0;  // given to the filter builder, in 1/1024 bit per key
  std::uint64_t spent_bits = 0;  // what a filter of this kind takes then: whole bytes or slots
  // By the allocation when the run was written, unrounded; null where filters are assigned later.
  std::optional<double> requested_at_creation = {};
  bool operator==(const PlannedFilter&) const = default;
};

// A run that an update of the point's workload will write, and its filter.
struct PlannedFlush {
  int level = 1;
  std::uint64_t entries = 0;
  PlannedFilter filter;
  bool operator==(const PlannedFlush&) const = default;
};

struct FilterPlan {
  std::string kind;                        // as in the config
  std::vector<PlannedFilter> runs;         // newest first
  std::uint64_t budget_bits = 0;           // M, rounded down
  std::vector<PlannedFlush> flushes = {};  // by updates beside the lookups, in their order

  std::uint64_t spent_bits() const;
  bool operator==(const FilterPlan&) const = default;
};

// Budgets are met within this share; two allocations of one budget then spend within it of each
// other.
inline constexpr double kBudgetTolerance = 0.001;

// "ok" where `spent_bits` lies within kBudgetTolerance below the budget; otherwise one line that
// says by how much it misses it, and why.
std::string SpentStatus(std::uint64_t budget_bits, std::uint64_t spent_bits);

}  // namespace bitladder::experiments
