// The errata show what an independent calculation says they show.
#include <gtest/gtest.h>

#include <cstdlib>
#include <string>
#include <vector>

#include "experiments/errata/erratum.h"

namespace bitladder::experiments {
namespace {

double Cell(const Erratum& erratum, const std::vector<std::string>& start, std::size_t column) {
  for (const std::vector<std::string>& row : erratum.rows) {
    if (std::equal(start.begin(), start.end(), row.begin())) {
      return std::strtod(row[column].c_str(), nullptr);
    }
  }
  ADD_FAILURE() << "no row starts with " << start.front();
  return 0;
}

TEST(Errata, EveryRowHasACellForEachColumn) {
  for (const NamedErratum& named : Errata()) {
    const Erratum erratum = named.make();
    EXPECT_FALSE(erratum.rows.empty()) << named.name;
    for (const auto& row : erratum.rows) {
      EXPECT_EQ(row.size(), erratum.header.size()) << named.name;
    }
  }
}

TEST(Errata, ThePrintedNumberOfFilteredLevelsGivesRatesAboveOne) {
  const Erratum erratum = FilteredLevelsFromCost();
  EXPECT_DOUBLE_EQ(Cell(erratum, {"10", "1.5"}, 3), 1.35);  // 1.5 * 9/10
  EXPECT_DOUBLE_EQ(Cell(erratum, {"10", "1.5"}, 5), 0.45);  // (1.5 - 1) * 9/10
  for (const auto& row : erratum.rows) {
    EXPECT_LE(std::strtod(row[5].c_str(), nullptr), 1) << row[0] << " " << row[1];
  }
}

TEST(Errata, TheFlooredNumberOfUnfilteredLevelsGivesRatesAboveOne) {
  const Erratum erratum = UnfilteredLevelsFloored();
  // T = 4, h = 0.5: b_L = h - ln(4)/(3 ln(2)^2) = 0.5 - 0.9618.
  EXPECT_NEAR(Cell(erratum, {"4", "0.5"}, 4), 0.5 - 0.9618, 1e-4);
  for (const auto& row : erratum.rows) {
    EXPECT_GT(std::strtod(row[5].c_str(), nullptr), 1) << row[0] << " " << row[1];
    EXPECT_LE(std::strtod(row[8].c_str(), nullptr), 1) << row[0] << " " << row[1];
  }
}

// T = 2, L = 3, h = 5 by hand: bits 5 + 1.4427 (2 - i) on 1, 2, 4 parts of 7.
TEST(Errata, TheTextbookLadderLosesToUniformOnThreeLevels) {
  const Erratum erratum = AsymptoticBudget();
  EXPECT_NEAR(Cell(erratum, {"T=2, L=3"}, 2), 4.382 / 5, 1e-4);
  EXPECT_NEAR(Cell(erratum, {"T=2, L=3"}, 3), 0.3168, 1e-4);
  EXPECT_NEAR(Cell(erratum, {"T=2, L=3"}, 5), 0.2715, 1e-4);
  EXPECT_NEAR(Cell(erratum, {"T=2, L=3"}, 6), 0.2354, 1e-4);
  EXPECT_NEAR(Cell(erratum, {"T=10, tiering, 9/9/9/1 runs"}, 2), 1.42, 5e-3);
}

TEST(Errata, LevelFourOfTheGuideGivesUp4775Kbit) {
  const Erratum erratum = GuideExample();
  EXPECT_NEAR(Cell(erratum, {"4"}, 4), -4.775, 1e-3);
  double sum = 0;
  for (const auto& row : erratum.rows) sum += std::strtod(row[4].c_str(), nullptr);
  EXPECT_NEAR(sum, 0, 4 * 5e-4) << "what one level gives up the others get";
}

// Five standard errors: one false alarm in 350 000 rows.
TEST(Errata, EquationThreeIsWhatASimulationCounts) {
  for (const auto& row : GuideEquationThree().rows) {
    EXPECT_NEAR(std::strtod(row[4].c_str(), nullptr), std::strtod(row[3].c_str(), nullptr),
                5 * std::strtod(row[5].c_str(), nullptr))
        << row[0] << " " << row[1];
  }
}

TEST(Errata, OnlyLevelDbsOwnProbesFindItsKeys) {
  for (const auto& row : LevelDbProbes().rows) {
    EXPECT_EQ(row[1], "100.00");
    EXPECT_LT(std::strtod(row[2].c_str(), nullptr), 50);
  }
}

TEST(Errata, SmallFiltersTakeSixteenBitsPerKeyWhateverIsAsked) {
  for (const auto& row : LevelDbSmallFilters().rows) {
    if (std::strtod(row[0].c_str(), nullptr) <= 16) {
      EXPECT_EQ(row[1], "16.00") << row[0];
    }
  }
}

}  // namespace
}  // namespace bitladder::experiments
