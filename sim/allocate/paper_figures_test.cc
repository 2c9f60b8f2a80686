// The model series of the figures of TODS 2018, read from the published PDF, against the exact
// optimum.
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>
#include <vector>

#include "sim/allocate/allocation.h"
#include "sim/cost/closed_form.h"
#include "sim/cost/lookup_cost.h"
#include "sim/filter/ideal.h"

namespace bitladder::sim {
namespace {

constexpr double kTolerance = 0.005;  // half a percent, about what reading a plot allows

nlohmann::json Figure(const char* panel) {
  std::ifstream file(BITLADDER_SOURCE_DIR "/configs/paper/data/paper_figures.json");
  return nlohmann::json::parse(file)["TODS18_fig12"][panel];
}

void ExpectClose(double value, double expected, double x) {
  EXPECT_NEAR(value, expected, kTolerance * expected) << "at x = " << x;
}

// The default set-up: T = 2, leveling, 1 MB buffer, entries of `entry_bytes`, h bits of each entry
// on disk.
AllocationProblem DefaultSetUp(double entries, double entry_bytes, LevelsRule rule,
                               double bits_per_key, const FprModel* model) {
  TreeDesign design;
  design.entries = entries;
  design.entry_bytes = entry_bytes;
  design.levels_rule = rule;
  AllocationProblem problem;
  problem.tree = FullTree(design).value();
  problem.budget_bits = bits_per_key * problem.tree.entries();
  problem.model = model;
  return problem;
}

std::vector<double> Rates(const char* policy, const AllocationProblem& problem) {
  const Allocation allocation = Allocate(policy, problem).value();
  std::vector<double> fpr;
  for (const double bits : allocation.bits_per_key) fpr.push_back(problem.model->Fpr(bits, 1));
  return fpr;
}

// I/Os of a lookup whose key is in the largest level.
double ExistingInLargest(const std::vector<double>& fpr) {
  std::vector<double> mass(fpr.size(), 0.0);
  mass.back() = 1;
  return ExistingCost(fpr, mass);
}

TEST(PaperFigures, Tods12aZeroResultLookupsAgainstTheNumberOfEntries) {
  const auto ideal = MakeIdealModel();
  const auto figure = Figure("A");
  for (int log2_entries = 12; log2_entries <= 21; ++log2_entries) {
    const auto& expected = figure["rocksdb_model_ms"][static_cast<std::size_t>(log2_entries - 12)];
    const AllocationProblem problem =
        DefaultSetUp(std::exp2(log2_entries), 1024, LevelsRule::kEq1, 5, ideal.get());
    if (!expected.is_null()) {
      ExpectClose(0.36 * ZeroResultCost(Rates("uniform", problem)), expected, log2_entries);
    }
    // Monkey's line is flat: Eq. 7.
    const MonkeyClosedForm limit = MonkeyLimit({2, problem.tree.levels()}, 5);
    ExpectClose(0.36 * limit.cost(), figure["monkey_model_flat_ms"], log2_entries);
  }
}

TEST(PaperFigures, Tods12bZeroResultLookupsAgainstTheEntrySize) {
  const auto ideal = MakeIdealModel();
  const auto figure = Figure("B");
  for (std::size_t i = 0; i < 7; ++i) {
    const double entry_bytes = std::exp2(6 + static_cast<double>(i));
    const AllocationProblem problem =
        DefaultSetUp(1 << 20, entry_bytes, LevelsRule::kLogT, 5, ideal.get());
    ExpectClose(0.36 * ZeroResultCost(Rates("monkey", problem)), figure["monkey_model_ms"][i],
                entry_bytes);
    constexpr std::size_t kUniformAt[] = {0, 3, 4, 6};  // 64, 512, 1024, 4096 bytes
    for (std::size_t k = 0; k < 4; ++k) {
      if (kUniformAt[k] != i) continue;
      ExpectClose(0.36 * ZeroResultCost(Rates("uniform", problem)),
                  figure["rocksdb_model_at_64_512_1024_4096"][k], entry_bytes);
    }
  }
}

TEST(PaperFigures, Tods12cZeroResultLookupsAgainstTheBitsPerEntry) {
  const auto ideal = MakeIdealModel();
  const auto figure = Figure("C");
  for (std::size_t bits = 0; bits <= 10; ++bits) {
    const AllocationProblem problem =
        DefaultSetUp(1 << 20, 1024, LevelsRule::kLogT, static_cast<double>(bits), ideal.get());
    const auto x = static_cast<double>(bits);
    ExpectClose(0.29 * ZeroResultCost(Rates("uniform", problem)), figure["rocksdb_model_ms"][bits],
                x);
    ExpectClose(0.29 * ZeroResultCost(Rates("monkey", problem)), figure["monkey_model_ms"][bits],
                x);
  }
}

TEST(PaperFigures, Tods12eExistingLookupsAgainstTheBitsPerEntry) {
  const auto ideal = MakeIdealModel();
  const auto figure = Figure("E");
  for (std::size_t bits = 0; bits <= 10; ++bits) {
    const auto x = static_cast<double>(bits);
    AllocationProblem problem = DefaultSetUp(1 << 20, 1024, LevelsRule::kLogT, x, ideal.get());
    ExpectClose(0.29 * ExistingInLargest(Rates("uniform", problem)),
                figure["rocksdb_model_ms"][bits], x);
    ExpectClose(0.29 * ExistingInLargest(Rates("monkey", problem)),
                figure["monkey_zero_model_ms"][bits], x);
    problem.existing.per_missing = 1e9;  // existing keys only, all in the largest level
    problem.existing.target_mass.assign(problem.tree.runs.size(), 0.0);
    problem.existing.target_mass.back() = 1;
    ExpectClose(0.29 * ExistingInLargest(Rates("monkey_general", problem)),
                figure["monkey_general_model_ms"][bits], x);
  }
}

}  // namespace
}  // namespace bitladder::sim
