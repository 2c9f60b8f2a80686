// The table of the closed forms' errors says what independent calculations say, and the committed
// one is the one that the program writes.
#include "experiments/closed_forms/closed_form_table.h"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <sstream>

namespace bitladder::experiments {
namespace {

ClosedFormRow Find(int size_ratio, std::string_view policy, int levels, double bits_per_key) {
  for (const ClosedFormRow& row : ClosedFormRows()) {
    if (row.size_ratio == size_ratio && row.policy == policy && row.levels == levels &&
        row.bits_per_key == bits_per_key) {
      return row;
    }
  }
  ADD_FAILURE() << "no row";
  return {};
}

std::string Committed(const char* ending) {
  std::ifstream file(std::string(BITLADDER_SOURCE_DIR "/results/study/closed_forms/closed_forms") +
                     ending);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

// sim/reference_values.json: default_setup_sweep_log2N, seed_tree_T10_L4_h10, low_memory_leveling.
TEST(ClosedFormTable, HoldsWhatAnIndependentProgramCalculated) {
  const ClosedFormRow default_setup = Find(2, "leveling", 10, 5);
  EXPECT_NEAR(default_setup.uniform, 0.905127, 1e-6);
  EXPECT_NEAR(default_setup.exact, 0.359255, 1e-6);
  EXPECT_NEAR(default_setup.limit, 0.362051, 1e-6);
  EXPECT_NEAR(default_setup.LimitErrorPercent(), 0.78, 0.005);
  const ClosedFormRow worked_example = Find(10, "leveling", 4, 10);
  EXPECT_NEAR(worked_example.uniform, 0.0327702, 1e-7);
  EXPECT_NEAR(worked_example.exact, 0.0117448, 1e-7);
  const ClosedFormRow lazy = Find(4, "lazy_leveling", 5, 10);
  EXPECT_NEAR(lazy.uniform, 0.106503, 1e-6);
  EXPECT_NEAR(lazy.exact, 0.022626, 1e-6);
  const ClosedFormRow little_memory = Find(4, "leveling", 7, 0.5);
  EXPECT_NEAR(little_memory.exact, 1.807690, 1e-6);
  EXPECT_EQ(little_memory.unfiltered_levels, 1);
}

TEST(ClosedFormTable, TheFiniteFormIsTheOptimumEverywhere) {
  for (const ClosedFormRow& row : ClosedFormRows()) {
    EXPECT_NEAR(row.finite, row.exact, 1e-9 * row.exact)
        << row.policy << " T=" << row.size_ratio << " L=" << row.levels
        << " h=" << row.bits_per_key;
  }
}

// The terms that the limit drops fall as L T^-L: 20 levels at T = 2 leave 2e-5 of them, times the
// bits per key and some.
TEST(ClosedFormTable, TheLimitMeetsTheOptimumInTallTrees) {
  for (const ClosedFormRow& row : ClosedFormRows()) {
    if (row.levels == 20) {
      EXPECT_NEAR(row.LimitErrorPercent(), 0, 0.05)
          << row.policy << " T=" << row.size_ratio << " h=" << row.bits_per_key;
    }
  }
}

TEST(ClosedFormTable, NoAllocationBeatsTheExactOne) {
  for (const ClosedFormRow& row : ClosedFormRows()) {
    EXPECT_LE(row.exact, row.uniform * (1 + 1e-12));
  }
}

TEST(ClosedFormTable, TheCommittedOneIsCurrent) {
  const auto rows = ClosedFormRows();
  EXPECT_EQ(ClosedFormsAsCsv(rows), Committed(".csv")) << "run: scripts/closed_forms.sh";
  EXPECT_EQ(ClosedFormsAsJson(rows), Committed(".json")) << "run: scripts/closed_forms.sh";
  EXPECT_EQ(ClosedFormsAsMarkdown(rows), Committed(".md")) << "run: scripts/closed_forms.sh";
}

}  // namespace
}  // namespace bitladder::experiments
