#include "sim/allocate/stale.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "sim/filter/ideal.h"
#include "sim/ideal_filter.h"
#include "sim/tree/tree_growth.h"

namespace bitladder::sim {
namespace {

using ::testing::DoubleNear;
using ::testing::Each;
using ::testing::HasSubstr;

TEST(StaleFilters, OfUniformAreWhatTheyWouldBeToday) {
  const auto ideal = MakeIdealModel();
  AllocationProblem problem;
  problem.model = ideal.get();
  const Allocation stale = AllocateAtCreation("uniform", problem, 1023, 1, 5).value();
  EXPECT_THAT(stale.bits_per_key, Each(DoubleNear(5, 1e-12)));
  EXPECT_EQ(stale.bits_per_key.size(), 10u);
}

TEST(StaleFilters, OfMonkeyLackTheBitsThatLargerLevelsGaveUpLater) {
  // T = 2, seven flushes: level 3 was written by flush 4, alone on disk, so it keeps all 5 bits;
  // level 2 by flush 6, beside it; level 1 by flush 7. Bits by hand from b_j = h + (ln n - mean ln
  // n)/beta.
  const auto ideal = MakeIdealModel();
  AllocationProblem problem;
  problem.model = ideal.get();
  const Allocation stale = AllocateAtCreation("monkey", problem, 7, 1, 5).value();
  const double ln2 = std::log(2.0);
  ASSERT_EQ(stale.bits_per_key.size(), 3u);
  EXPECT_NEAR(stale.bits_per_key[2], 5, 1e-12);
  // Entries 2 and 4: mean ln n = (2 ln 2 + 4 ln 4)/6 = (5/3) ln 2, less ln 2 of the run itself.
  EXPECT_NEAR(stale.bits_per_key[1], 5 + (5.0 / 3 - 1) * ln2 / kBeta, 1e-12);
  // Entries 1, 2 and 4: mean ln n = (2 ln 2 + 4 ln 4)/7 = (10/7) ln 2, less 0.
  EXPECT_NEAR(stale.bits_per_key[0], 5 + 10.0 / 7 * ln2 / kBeta, 1e-12);
  EXPECT_GT(stale.spent_bits, 35);
}

TEST(StaleFilters, RefuseWhatBelongsToOneTree) {
  const auto ideal = MakeIdealModel();
  AllocationProblem problem;
  problem.model = ideal.get();
  problem.weights = {1, 1, 1};
  EXPECT_THAT(AllocateAtCreation("monkey", problem, 7, 1, 5).error().message,
              HasSubstr("leave them empty"));
  problem.weights.clear();
  EXPECT_THAT(AllocateAtCreation("monkey", problem, 0, 1, 5).error().message,
              HasSubstr("entries = 0"));
}

}  // namespace
}  // namespace bitladder::sim
