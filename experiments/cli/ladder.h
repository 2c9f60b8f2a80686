// Ladders from flags alone: which bits each policy gives to the levels of a tree, and what a lookup
// then wastes. Pure; what `bitladder allocate` prints.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "experiments/result_type.h"

namespace bitladder::experiments {

// The flags as they were typed; empty means that a flag was not given.
struct LadderFlags {
  std::string entries_per_level;  // level totals, smallest level first
  std::string runs_per_level;     // default: 1 each
  std::string weights;            // price of one wasted I/O at each level; default: 1 each
  std::string entries;            // or a designed tree: N, T, L and merge policy
  std::string size_ratio;
  std::string levels;
  std::string merge_policy = "leveling";  // leveling, tiering, lazy_leveling, or K,Z
  std::string bits_per_key;               // budget, one of the two
  std::string memory_bits;
  std::string policies = "uniform,monkey";
  std::string bits_per_level;  // for policy `explicit`
  std::string filter = "ideal";
  std::string existing_per_missing;  // nu; default 0
};

struct LadderLevel {
  int level = 1;
  int runs = 1;
  double entries = 0;       // of the whole level
  double bits_per_key = 0;  // the same for all runs of the level
  double fpr = 1;           // of each run
};

struct Ladder {
  std::string policy;
  double budget_bits = 0;
  double spent_bits = 0;
  // Of a zero-result lookup; with existing lookups the mean over the mix, (R + nu (V - 1)) / (1 +
  // nu).
  double wasted_ios_per_lookup = 0;
  std::vector<LadderLevel> levels;
  // The least budget at which this policy costs no more than the first ladder; not in the JSON.
  std::optional<double> bits_for_first_cost = std::nullopt;
};

// One ladder a policy, in the order asked for. Errors are kConfig and name the flag or the
// parameter.
Result<std::vector<Ladder>> MakeLadders(const LadderFlags& flags);

// One line of JSON with all digits: {"policies":[{"policy":...,"budget_bits":...,"spent_bits":...,
// "wasted_ios_per_lookup":...,"levels":[{"level":...,"runs":...,"entries":...,"bits_per_key":...,
// "fpr":...}]}]}
std::string LaddersAsJson(const std::vector<Ladder>& ladders);

// Tables of at most 80 columns.
std::string LaddersAsText(const std::vector<Ladder>& ladders);

}  // namespace bitladder::experiments
