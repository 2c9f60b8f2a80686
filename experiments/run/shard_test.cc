#include "experiments/run/shard.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "experiments/config/load_plan.h"

namespace bitladder::experiments {
namespace {

using ::testing::HasSubstr;

// 3 datasets, 12 points, 24 with their repetitions.
Plan ThreeDatasets() {
  return PlanFromText(R"({"backend": "model", "repetitions": 2, "sweep": {
      "seed_data": [1, 2, 3], "filters.bits_per_key": [5, 10],
      "filters.allocation": ["uniform", "monkey"]}})",
                      "test")
      .value();
}

TEST(CutShard, PutsEveryPointIntoExactlyOneShardWithItsRepetitions) {
  const Plan plan = ThreeDatasets();
  for (const int count : {1, 2, 3, 4, 5, 12, 13}) {
    std::map<std::string, std::set<int>> shards_of;
    std::size_t points = 0;
    for (int index = 1; index <= count; ++index) {
      const Plan part = CutShard(plan, {index, count});
      points += part.points.size();
      for (const Point& point : part.points) shards_of[point.id].insert(index);
    }
    EXPECT_EQ(points, 24U) << count;
    EXPECT_EQ(shards_of.size(), 12U) << count;
    for (const auto& [id, shards] : shards_of) EXPECT_EQ(shards.size(), 1U) << count;
  }
}

TEST(CutShard, LoadsADatasetInOneShardAloneWhereDatasetsSuffice) {
  const Plan plan = ThreeDatasets();
  for (const int count : {2, 3}) {
    std::map<std::string, std::set<int>> shards_of;
    for (int index = 1; index <= count; ++index) {
      for (const Point& point : CutShard(plan, {index, count}).points) {
        shards_of[point.dataset_id].insert(index);
      }
    }
    EXPECT_EQ(shards_of.size(), 3U);
    for (const auto& [id, shards] : shards_of) EXPECT_EQ(shards.size(), 1U) << count;
  }
}

TEST(CutShard, DealsPointsOutEvenlyWhereDatasetsAreFewerThanShards) {
  for (int index = 1; index <= 4; ++index) {
    EXPECT_EQ(CutShard(ThreeDatasets(), {index, 4}).points.size(), 6U);
  }
  EXPECT_TRUE(CutShard(ThreeDatasets(), {13, 13}).points.empty());
}

TEST(ParseShard, ReadsIndexAndCountAndRefusesEverythingElse) {
  EXPECT_EQ(ParseShard("2/4").value(), (Shard{2, 4}));
  EXPECT_EQ(ShardText({2, 4}), "2/4");
  for (const char* wrong : {"", "2", "/", "2/", "/4", "0/4", "5/4", "-1/4", "1/0", "1/10001",
                            "1/2/3", "1.5/2", " 1/2", "1/99999999999"}) {
    const auto shard = ParseShard(wrong);
    ASSERT_FALSE(shard.has_value()) << wrong;
    EXPECT_EQ(shard.error().kind, ErrorKind::kConfig);
    EXPECT_THAT(shard.error().message, HasSubstr("--shard"));
  }
}

}  // namespace
}  // namespace bitladder::experiments
