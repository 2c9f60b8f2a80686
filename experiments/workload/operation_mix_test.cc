#include "experiments/workload/operation_mix.h"

#include <gtest/gtest.h>

namespace bitladder::experiments {
namespace {

TEST(OperationMix, GivesEachKindItsShareOfAllOperations) {
  const OperationMix mix = MixOf(1000, 0.25, 0.5);
  EXPECT_EQ(mix, (OperationMix{1000, 1000, 2000}));
  EXPECT_EQ(MixOf(7, 0, 0), (OperationMix{7, 0, 0}));
  EXPECT_EQ(MixOf(9, 0, 0.1), (OperationMix{9, 0, 1}));
}

TEST(OperationMix, SpreadsUpdatesEvenly) {
  const OperationMix mix{4, 2, 10};
  EXPECT_EQ(mix.UpdatesBefore(0), 0u);
  EXPECT_EQ(mix.UpdatesBefore(1), 2u);
  EXPECT_EQ(mix.UpdatesBefore(2), 5u);
  EXPECT_EQ(mix.UpdatesBefore(3), 7u);
  EXPECT_EQ(mix.UpdatesBefore(4), 10u);
  EXPECT_EQ(mix.RangesBefore(1), 0u);
  EXPECT_EQ(mix.RangesBefore(2), 1u);
}

// Brute force over every lookup of small mixes.
TEST(OperationMix, CountsTheLookupsThatSeeAtMostSoManyUpdates) {
  for (std::uint64_t lookups = 1; lookups <= 12; ++lookups) {
    for (std::uint64_t updates = 0; updates <= 30; ++updates) {
      const OperationMix mix{lookups, 0, updates};
      for (std::uint64_t within = 0; within <= updates + 1; ++within) {
        std::uint64_t count = 0;
        for (std::uint64_t i = 0; i < lookups; ++i) count += mix.UpdatesBefore(i) <= within;
        ASSERT_EQ(mix.LookupsWithin(within), count) << lookups << " " << updates << " " << within;
      }
    }
  }
}

TEST(OperationMix, DoesNotWrapWhereThereAreBillions) {
  const OperationMix mix{10'000'000'000, 0, 10'000'000'000};
  EXPECT_EQ(mix.UpdatesBefore(9'999'999'999), 9'999'999'999u);
  EXPECT_EQ(mix.LookupsWithin(5'000'000'000), 5'000'000'001u);
}

}  // namespace
}  // namespace bitladder::experiments
