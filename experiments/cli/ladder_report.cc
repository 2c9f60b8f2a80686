// The two ways of printing ladders: JSON for programs, tables for people.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "experiments/cli/ladder.h"
#include "experiments/config/json.h"

namespace bitladder::experiments {
namespace {

// Ladders whose spending differs by more cannot be compared.
constexpr double kEqualSpending = 1e-3;

// "99.9900 Mbit": bits in powers of 1000.
std::string Bits(double bits) {
  constexpr std::string_view kUnits[] = {"bit", "kbit", "Mbit", "Gbit", "Tbit", "Pbit"};
  std::size_t unit = 0;
  while (bits >= 1000 && unit + 1 < std::size(kUnits)) {
    bits /= 1000;
    ++unit;
  }
  return fmt::format("{:.6g} {}", bits, kUnits[unit]);
}

bool SpendsTheSame(const Ladder& a, const Ladder& b) {
  return std::abs(a.spent_bits - b.spent_bits) <=
         kEqualSpending * std::max(a.spent_bits, b.spent_bits);
}

// What a ladder gains on the first one, at equal memory and at equal cost.
std::string Gain(const Ladder& first, const Ladder& other) {
  std::string out;
  if (!SpendsTheSame(first, other)) {
    out += fmt::format("{} spends other bits than {}: their costs are not compared.\n",
                       other.policy, first.policy);
  } else if (other.wasted_ios_per_lookup > 0) {
    out += fmt::format("{} wastes {:.4f} times the I/Os of {}.\n", first.policy,
                       first.wasted_ios_per_lookup / other.wasted_ios_per_lookup, other.policy);
  }
  if (other.bits_for_first_cost && first.spent_bits > 0) {
    const double saved = 1 - *other.bits_for_first_cost / first.spent_bits;
    out += fmt::format("{} needs {} for the cost of {}: {:.2f} % {}.\n", other.policy,
                       Bits(*other.bits_for_first_cost), first.policy, 100 * std::abs(saved),
                       saved >= 0 ? "less" : "more");
  }
  return out;
}

}  // namespace

std::string LaddersAsJson(const std::vector<Ladder>& ladders) {
  JsonArray policies;
  for (const Ladder& ladder : ladders) {
    JsonArray levels;
    for (const LadderLevel& level : ladder.levels) {
      levels.push_back(JsonObject{{"level", Json(level.level)},
                                  {"runs", Json(level.runs)},
                                  {"entries", Json(level.entries)},
                                  {"bits_per_key", Json(level.bits_per_key)},
                                  {"fpr", Json(level.fpr)}});
    }
    policies.push_back(JsonObject{{"policy", Json(ladder.policy)},
                                  {"budget_bits", Json(ladder.budget_bits)},
                                  {"spent_bits", Json(ladder.spent_bits)},
                                  {"wasted_ios_per_lookup", Json(ladder.wasted_ios_per_lookup)},
                                  {"levels", Json(std::move(levels))}});
  }
  return WriteJson(JsonObject{{"policies", Json(std::move(policies))}}) + "\n";
}

std::string LaddersAsText(const std::vector<Ladder>& ladders) {
  std::string out;
  for (const Ladder& ladder : ladders) {
    out += fmt::format("{}: {:.6g} wasted I/Os a lookup, {} spent of {}\n", ladder.policy,
                       ladder.wasted_ios_per_lookup, Bits(ladder.spent_bits),
                       Bits(ladder.budget_bits));
    out += "  level   runs           entries   bits per key   false-positive rate\n";
    for (const LadderLevel& level : ladder.levels) {
      out += fmt::format("  {:>5}  {:>5}  {:>16.10g}  {:>13.4f}  {:>20.5g}\n", level.level,
                         level.runs, level.entries, level.bits_per_key, level.fpr);
    }
    out += "\n";
  }
  for (std::size_t i = 1; i < ladders.size(); ++i) out += Gain(ladders[0], ladders[i]);
  return out;
}

}  // namespace bitladder::experiments
