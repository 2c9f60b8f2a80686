#include "experiments/workload/lookup_stream.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <set>
#include <vector>

namespace bitladder::experiments {
namespace {

constexpr std::uint64_t kEntries = 3000;

KeySpace SpaceOf(LoadOrder order) {
  return KeySpace({.seed = 11, .key_bytes = 16, .value_bytes = 10, .order = order});
}

// Indices [0, 2000) and [2000, 3000) as two runs.
std::vector<PlaceRange> TwoRuns(const KeySpace& space) {
  std::vector<PlaceRange> runs;
  for (const auto& [first, last] : {std::pair{0, 2000}, std::pair{2000, 3000}}) {
    PlaceRange range{UINT64_MAX, 0};
    for (int i = first; i < last; ++i) {
      const std::uint64_t place = space.PresentPlace(static_cast<std::uint64_t>(i));
      range.smallest = std::min(range.smallest, place);
      range.largest = std::max(range.largest, place);
    }
    runs.push_back(range);
  }
  return runs;
}

TEST(LookupStream, DrawsAbsentKeysInsideEveryRunsRangeForRandomLoads) {
  const KeySpace space = SpaceOf(LoadOrder::kRandom);
  const std::vector<PlaceRange> runs = TwoRuns(space);
  const auto domain = AbsentDomain(LoadOrder::kRandom, runs);
  ASSERT_TRUE(domain.has_value());
  LookupStream stream(space, {.entries = kEntries}, *domain, RandomStream(1, "lookups"));
  std::set<std::uint64_t> places;
  for (int i = 0; i < 10000; ++i) {
    const Lookup lookup = stream.Next();
    EXPECT_FALSE(lookup.exists);
    EXPECT_FALSE(space.IsPresent(lookup.place, kEntries));
    places.insert(lookup.place);
    for (const PlaceRange& run : runs) {
      EXPECT_GT(lookup.place, run.smallest);
      EXPECT_LT(lookup.place, run.largest);
    }
  }
  EXPECT_EQ(places.size(), 10000U) << "lookups are for distinct keys";
}

// 1999 absent keys lie inside the older run and 999 inside the newer one; 29980 draws put 19990
// into the older, with a standard deviation of 81.6.
TEST(LookupStream, DrawsAbsentKeysInsideARunInProportionForSequentialLoads) {
  const KeySpace space = SpaceOf(LoadOrder::kSequential);
  const std::vector<PlaceRange> runs = TwoRuns(space);
  const auto domain = AbsentDomain(LoadOrder::kSequential, runs);
  ASSERT_TRUE(domain.has_value());
  LookupStream stream(space, {.entries = kEntries}, *domain, RandomStream(1, "lookups"));
  int older = 0;
  for (int i = 0; i < 29980; ++i) {
    const std::uint64_t place = stream.Next().place;
    EXPECT_TRUE(space.IsNeverLoaded(place));
    const bool in_older = runs[0].smallest < place && place < runs[0].largest;
    const bool in_newer = runs[1].smallest < place && place < runs[1].largest;
    EXPECT_NE(in_older, in_newer);
    older += in_older;
  }
  EXPECT_NEAR(older, 19990, 6 * 81.6);
}

TEST(LookupStream, MixesExistingKeysUniformlyOverAllEntries) {
  const KeySpace space = SpaceOf(LoadOrder::kRandom);
  const auto domain = AbsentDomain(LoadOrder::kRandom, TwoRuns(space));
  LookupStream stream(space, {.entries = kEntries, .existing_fraction = 0.25}, domain.value(),
                      RandomStream(1, "lookups"));
  int existing = 0;
  for (int i = 0; i < 10000; ++i) {
    const Lookup lookup = stream.Next();
    EXPECT_EQ(lookup.exists, space.IsPresent(lookup.place, kEntries));
    existing += lookup.exists;
  }
  EXPECT_NEAR(existing, 2500, 6 * std::sqrt(10000 * 0.25 * 0.75));
}

TEST(LookupStream, RefusesRunsWithoutRoomForAbsentKeys) {
  const std::vector<PlaceRange> one_key = {{0, UINT64_MAX}, {500, 500}};
  EXPECT_FALSE(AbsentDomain(LoadOrder::kRandom, one_key).has_value());
  const std::vector<PlaceRange> apart = {{0, 1000000}, {2000000, 3000000}};
  EXPECT_FALSE(AbsentDomain(LoadOrder::kRandom, apart).has_value());
  const std::vector<PlaceRange> single_keys = {{7, 7}, {9, 9}};
  EXPECT_FALSE(AbsentDomain(LoadOrder::kSequential, single_keys).has_value());
}

}  // namespace
}  // namespace bitladder::experiments
