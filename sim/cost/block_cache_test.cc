#include "sim/cost/block_cache.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <list>
#include <string>
#include <unordered_map>

#include "sim/cost/lookup_cost.h"
#include "sim/cost/target_mass.h"
#include "sim/filter/split_mix_for_test.h"

namespace bitladder::sim {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(CheHitRates, GiveEqualBlocksTheShareOfThemThatIsCached) {
  // Exact for any LRU cache of equally popular blocks.
  const std::array<BlockClass, 2> classes = {BlockClass{100, 1}, BlockClass{300, 3}};
  const auto hit_rates = CheHitRates(classes, 80).value();
  EXPECT_NEAR(hit_rates[0], 0.2, 1e-12);
  EXPECT_NEAR(hit_rates[1], 0.2, 1e-12);
}

TEST(CheHitRates, FillTheCacheExactly) {
  const std::array<BlockClass, 3> classes = {BlockClass{10, 2}, BlockClass{1000, 1},
                                             BlockClass{1e9, 1e-3}};
  for (const double cache : {0.5, 5.0, 200.0, 1009.0, 1e6, 9.9e8}) {
    const auto hit_rates = CheHitRates(classes, cache).value();
    double cached = 0;
    for (std::size_t j = 0; j < classes.size(); ++j) cached += classes[j].blocks * hit_rates[j];
    EXPECT_NEAR(cached, cache, 1e-9 * cache);
  }
}

TEST(CheHitRates, AreZeroWithoutACacheAndOneWhereEverythingUsedFits) {
  const std::array<BlockClass, 2> classes = {BlockClass{10, 2}, BlockClass{1000, 0}};
  EXPECT_THAT(CheHitRates(classes, 0).value(), ElementsAre(0, 0));
  EXPECT_THAT(CheHitRates(classes, 10).value(), ElementsAre(1, 0));
  EXPECT_THAT(CheHitRates(classes, -1).error().message, HasSubstr("cache_blocks = -1"));
}

// A real LRU list.
class LruCache {
 public:
  explicit LruCache(std::size_t capacity) : capacity_(capacity) {}
  bool Access(std::uint64_t block) {
    const auto place = places_.find(block);
    if (place != places_.end()) {
      order_.splice(order_.begin(), order_, place->second);
      return true;
    }
    order_.push_front(block);
    places_[block] = order_.begin();
    if (order_.size() > capacity_) {
      places_.erase(order_.back());
      order_.pop_back();
    }
    return false;
  }

 private:
  std::size_t capacity_;
  std::list<std::uint64_t> order_;
  std::unordered_map<std::uint64_t, std::list<std::uint64_t>::iterator> places_;
};

TEST(CheHitRates, AgreeWithARealLruListOnBlocksOfVeryDifferentPopularity) {
  // 2 000 blocks in three classes; half of the accesses go to 100 of them. Che's own error falls
  // with the number of blocks and is below 0.2 % here; the sampling error of 400 000 accesses at a
  // class that gets a tenth of them is at most 0.5/sqrt(40 000) = 0.25 %, five of them allowed.
  const std::array<BlockClass, 3> classes = {BlockClass{100, 0.5}, BlockClass{400, 0.4},
                                             BlockClass{1500, 0.1}};
  for (const std::size_t capacity : {50, 300, 1000}) {
    LruCache cache(capacity);
    SplitMix words(capacity);
    std::array<double, 3> hits = {};
    std::array<double, 3> accesses = {};
    for (int i = 0; i < 500000; ++i) {
      const std::uint64_t choice = words.Below(10);
      const std::size_t j = choice < 5 ? 0 : choice < 9 ? 1 : 2;
      const std::uint64_t block =
          1'000'000 * j + words.Below(static_cast<std::uint64_t>(classes[j].blocks));
      const bool hit = cache.Access(block);
      if (i < 100000) continue;  // warm-up
      accesses[j] += 1;
      hits[j] += hit;
    }
    const auto hit_rates = CheHitRates(classes, static_cast<double>(capacity)).value();
    for (std::size_t j = 0; j < 3; ++j) {
      EXPECT_NEAR(hit_rates[j], hits[j] / accesses[j], 0.002 + 5 * 0.0025) << capacity << " " << j;
    }
  }
}

TEST(CostBehindCache, IsTheCostOfLookupsWithoutACache) {
  const TreeShape tree = FullTree(1e6, 4, 5, Leveling()).value();
  const std::vector<double> fpr = {0.01, 0.02, 0.1, 0.3, 0.5};
  const std::vector<double> mass = UniformTargets(tree);
  const CachedCost cost = CostBehindCache(tree, {fpr, mass, 0.5, 4, 0}).value();
  EXPECT_DOUBLE_EQ(cost.zero_result_ios, ZeroResultCost(fpr));
  EXPECT_DOUBLE_EQ(cost.existing_ios, ExistingCost(fpr, mass));
  const CachedCost all = CostBehindCache(tree, {fpr, mass, 0.5, 4, 1e6}).value();
  EXPECT_EQ(all.zero_result_ios, 0);
  EXPECT_NEAR(all.existing_ios, 0, 1e-15);
}

TEST(CostBehindCache, CachesSmallRunsThatAreReadOftenBeforeLargeOnes) {
  // Two runs with the same rate: the small one's 25 blocks are asked for 100 times as often each.
  const TreeShape tree = TreeFromLevels(std::array<double, 2>{100, 10000}, {}).value();
  const std::vector<double> fpr = {0.1, 0.1};
  const CachedCost cost = CostBehindCache(tree, {fpr, {}, 0, 4, 50}).value();
  EXPECT_NEAR(25 * cost.hit_rate[0] + 2500 * cost.hit_rate[1], 50, 1e-9);
  EXPECT_NEAR(std::log(1 - cost.hit_rate[0]), 100 * std::log(1 - cost.hit_rate[1]), 1e-9);
  EXPECT_DOUBLE_EQ(cost.zero_result_ios,
                   0.1 * (1 - cost.hit_rate[0]) + 0.1 * (1 - cost.hit_rate[1]));
  EXPECT_EQ(cost.existing_ios, 0);
}

TEST(CostBehindCache, CountsWhatEachKindOfLookupReadsFromEachRun) {
  // 60 % existing lookups, a quarter of them in run 1, a quarter in run 2, half in run 3. Run 2 is
  // read by its false positives for absent keys (0.4) and for keys of run 3 (0.6 / 2), and by its
  // own keys (0.6 / 4); run 1 also by false positives for keys of run 2.
  const TreeShape tree = TreeFromLevels(std::array<double, 3>{40, 400, 4000}, {}).value();
  const std::vector<double> fpr = {0.1, 0.2, 0.5};
  const std::vector<double> mass = {0.25, 0.25, 0.5};
  const std::array<BlockClass, 3> classes = {BlockClass{10, 0.1 * (0.4 + 0.6 * 0.75) + 0.15},
                                             BlockClass{100, 0.2 * (0.4 + 0.6 * 0.5) + 0.15},
                                             BlockClass{1000, 0.5 * 0.4 + 0.3}};
  const CachedCost cost = CostBehindCache(tree, {fpr, mass, 0.6, 4, 70}).value();
  const std::vector<double> expected = CheHitRates(classes, 70).value();
  for (std::size_t j = 0; j < 3; ++j) EXPECT_NEAR(cost.hit_rate[j], expected[j], 1e-12);
  const std::vector<double> miss = {1 - expected[0], 1 - expected[1], 1 - expected[2]};
  EXPECT_NEAR(cost.zero_result_ios, 0.1 * miss[0] + 0.2 * miss[1] + 0.5 * miss[2], 1e-12);
  EXPECT_NEAR(cost.existing_ios,
              0.25 * miss[0] + 0.25 * (miss[1] + 0.1 * miss[0]) +
                  0.5 * (miss[2] + 0.1 * miss[0] + 0.2 * miss[1]),
              1e-12);
}

TEST(CostBehindCache, NamesTheParameterThatIsOutOfRange) {
  const TreeShape tree = FullTree(1e6, 4, 1, Leveling()).value();
  const std::vector<double> fpr = {0.1};
  const auto message = [&](const CachedLookups& lookups) {
    const auto cost = CostBehindCache(tree, lookups);
    return cost ? std::string("no error") : cost.error().message;
  };
  EXPECT_THAT(message({fpr, {}, 2, 4, 0}), HasSubstr("existing_share = 2"));
  EXPECT_THAT(message({fpr, {}, 0, 0, 0}), HasSubstr("entries_per_block = 0"));
  EXPECT_THAT(message({fpr, {}, 0.5, 4, 0}), HasSubstr("target_mass is empty"));
}

}  // namespace
}  // namespace bitladder::sim
