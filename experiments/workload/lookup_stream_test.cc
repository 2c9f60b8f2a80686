#include "experiments/workload/lookup_stream.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <set>
#include <string_view>
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

// Entry i of n has age n - 1 - i. Of 30 000 lookups 27 000 go to the newest tenth (standard
// deviation 52), half of those to its newer half (82).
TEST(LookupStream, AsksForRecentEntriesMoreOftenUnderTemporality) {
  const KeySpace space = SpaceOf(LoadOrder::kRandom);
  const Popularity recent = {.kind = Popularity::Kind::kTemporality, .parameter = 0.1};
  LookupStream stream(space, {kEntries, 1, recent}, {}, RandomStream(1, "lookups"));
  std::map<std::uint64_t, std::uint64_t> index_of;
  for (std::uint64_t i = 0; i < kEntries; ++i) index_of[space.PresentPlace(i)] = i;
  int newest_tenth = 0;
  int newest_twentieth = 0;
  for (int i = 0; i < 30000; ++i) {
    const Lookup lookup = stream.Next();
    ASSERT_TRUE(lookup.exists);
    const std::uint64_t age = kEntries - 1 - index_of.at(lookup.place);
    newest_tenth += age < kEntries / 10;
    newest_twentieth += age < kEntries / 20;
  }
  EXPECT_NEAR(newest_tenth, 27000, 6 * 52);
  EXPECT_NEAR(newest_twentieth, 13500, 6 * 87);
}

TEST(LookupStream, StaysWithinItsTargets) {
  const KeySpace space = SpaceOf(LoadOrder::kRandom);
  LookupStream stream(space, {kEntries, 1, {.targets = {2000, 2010}}}, {},
                      RandomStream(1, "lookups"));
  std::set<std::uint64_t> places;
  for (int i = 0; i < 1000; ++i) places.insert(stream.Next().place);
  std::set<std::uint64_t> expected;
  for (std::uint64_t i = 2000; i < 2010; ++i) expected.insert(space.PresentPlace(i));
  EXPECT_EQ(places, expected);
}

// Under s = 1 the most popular of 3000 keys gets 1 / H_3000 = 1 / 8.5838 of the lookups, the next
// one half of that; absent and existing keys have favourites of their own.
TEST(LookupStream, AsksForTheSameFewKeysUnderZipfAbsentOnesToo) {
  const KeySpace space = SpaceOf(LoadOrder::kRandom);
  const std::vector<PlaceRange> runs = TwoRuns(space);
  const auto domain = AbsentDomain(LoadOrder::kRandom, runs);
  const Popularity zipf = {.kind = Popularity::Kind::kZipf, .parameter = 1, .absent_seed = 99};
  LookupStream stream(space, {kEntries, 0.5, zipf}, domain.value(), RandomStream(1, "lookups"));
  std::map<std::uint64_t, int> counts[2];
  for (int i = 0; i < 40000; ++i) {
    const Lookup lookup = stream.Next();
    EXPECT_EQ(lookup.exists, space.IsPresent(lookup.place, kEntries));
    if (!lookup.exists) {
      for (const PlaceRange& run : runs) {
        ASSERT_GT(lookup.place, run.smallest);
        ASSERT_LT(lookup.place, run.largest);
      }
    }
    ++counts[lookup.exists][lookup.place];
  }
  for (const auto& of_kind : counts) {
    EXPECT_LE(of_kind.size(), kEntries);
    std::vector<int> sorted;
    for (const auto& [place, count] : of_kind) sorted.push_back(count);
    std::sort(sorted.rbegin(), sorted.rend());
    EXPECT_NEAR(sorted[0], 20000 / 8.5838, 6 * 47);
    EXPECT_NEAR(sorted[1], 10000 / 8.5838, 6 * 34);
  }
  const IndexPermutation by_rank = EntriesByRank(kEntries, zipf.entry_seed);
  EXPECT_NEAR(counts[1][space.PresentPlace(by_rank.Forward(0))], 20000 / 8.5838, 6 * 47);
}

// Repetitions ask for the same favourites, other points for other absent ones.
TEST(LookupStream, TakesItsFavouritesFromTheirSeedNotFromTheStream) {
  const KeySpace space = SpaceOf(LoadOrder::kRandom);
  const auto domain = AbsentDomain(LoadOrder::kRandom, TwoRuns(space)).value();
  const auto absent = [&](std::uint64_t absent_seed, std::string_view salt) {
    const Popularity zipf = {
        .kind = Popularity::Kind::kZipf, .parameter = 5, .absent_seed = absent_seed};
    LookupStream stream(space, {kEntries, 0, zipf}, domain, RandomStream(1, "lookups", {salt}));
    std::map<std::uint64_t, int> counts;
    for (int i = 0; i < 200; ++i) ++counts[stream.Next().place];
    return std::max_element(counts.begin(), counts.end(),
                            [](auto& a, auto& b) { return a.second < b.second; })
        ->first;
  };
  EXPECT_EQ(absent(1, "0"), absent(1, "1"));
  EXPECT_NE(absent(1, "0"), absent(2, "0"));
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
