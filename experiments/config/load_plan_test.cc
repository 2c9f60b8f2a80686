// Sweeps, overrides and ids: which points a config makes and what they are called.
#include "experiments/config/load_plan.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <set>
#include <string>
#include <vector>

#include "experiments/config/estimate.h"
#include "experiments/config/identity.h"

namespace bitladder::experiments {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::StartsWith;

Plan Load(const std::string& text, const std::vector<std::string>& overrides = {}) {
  Result<Plan> plan = PlanFromText(text, "test", overrides);
  EXPECT_TRUE(plan.has_value()) << plan.error().message;
  return plan ? *plan : Plan();
}

std::vector<std::string> ValuesOf(const Plan& plan, std::size_t axis) {
  std::vector<std::string> values;
  for (const Point& point : plan.points) values.push_back(point.params.at(axis).second);
  return values;
}

TEST(Plan, OfAConfigWithoutSweepIsOnePoint) {
  const Plan plan = Load("{}");
  ASSERT_EQ(plan.points.size(), 1u);
  EXPECT_TRUE(plan.points[0].params.empty());
  EXPECT_EQ(plan.points[0].config.name, "test");
  EXPECT_EQ(plan.points[0].id.size(), 32u);
}

TEST(Plan, CombinesAxesInTheFilesOrderFirstAxisSlowest) {
  const Plan plan = Load(
      R"({"sweep":{"filters.bits_per_key":[1,2.5],"filters.allocation":["uniform","monkey"]}})");
  EXPECT_THAT(plan.axes, ElementsAre("filters.bits_per_key", "filters.allocation"));
  EXPECT_THAT(ValuesOf(plan, 0), ElementsAre("1", "1", "2.5", "2.5"));
  EXPECT_THAT(ValuesOf(plan, 1),
              ElementsAre("\"uniform\"", "\"monkey\"", "\"uniform\"", "\"monkey\""));
  EXPECT_EQ(plan.points[2].config.filters.bits_per_key, 2.5);
  EXPECT_EQ(plan.points[2].config.filters.allocation, "uniform");
}

TEST(Plan, AdvancesZippedAxesTogether) {
  const Plan plan = Load(
      R"({"sweep":{"tree.size_ratio":{"values":[2,4],"zip":"tree"},"seed_data":[7,8],
          "tree.entries":{"values":[1000,2000],"zip":"tree"}}})");
  EXPECT_THAT(ValuesOf(plan, 0), ElementsAre("2", "2", "4", "4"));
  EXPECT_THAT(ValuesOf(plan, 1), ElementsAre("7", "8", "7", "8"));
  EXPECT_THAT(ValuesOf(plan, 2), ElementsAre("1000", "1000", "2000", "2000"));
}

TEST(Plan, SpacesRangesLinearlyOrByRatioWithExactEnds) {
  EXPECT_THAT(
      ValuesOf(Load(R"({"sweep":{"filters.bits_per_key":{"from":0,"to":1,"steps":11}}})"), 0),
      ElementsAre("0", "0.1", "0.2", "0.3", "0.4", "0.5", "0.6", "0.7", "0.8", "0.9", "1"));
  EXPECT_THAT(
      ValuesOf(
          Load(R"({"sweep":{"tree.entries":{"from":4096,"to":65536,"steps":5,"scale":"log"}}})"),
          0),
      ElementsAre("4096", "8192", "16384", "32768", "65536"));
  EXPECT_THAT(ValuesOf(Load(R"({"sweep":{"tree.size_ratio":{"from":16,"to":2,"steps":3}}})"), 0),
              ElementsAre("16", "9", "2"));
}

// The cube root of 10 is 2.154434690031884 and its square 4.641588833612779.
TEST(Plan, RoundsWhatLiesWithinARangeTo12Digits) {
  EXPECT_THAT(
      ValuesOf(
          Load(R"({"sweep":{"filters.bits_per_key":{"from":1,"to":10,"steps":4,"scale":"log"}}})"),
          0),
      ElementsAre("1", "2.15443469003", "4.64158883361", "10"));
}

TEST(Plan, RepeatsAPointNextToItself) {
  const Plan plan = Load(R"({"repetitions":2,"sweep":{"seed_data":[1,2]}})");
  ASSERT_EQ(plan.points.size(), 4u);
  EXPECT_EQ(plan.points[0].repetition, 0);
  EXPECT_EQ(plan.points[1].repetition, 1);
  EXPECT_EQ(plan.points[0].id, plan.points[1].id);
  EXPECT_NE(plan.points[1].id, plan.points[2].id);
}

TEST(Plan, KeepsTheConfigThatRunsOverridesIncluded) {
  const Plan plan = Load(R"({ "seed_data": 1, "tree": {} })", {"seed_data=5"});
  EXPECT_EQ(plan.config_json, R"({"seed_data":5,"tree":{}})");
}

TEST(PointId, DependsOnContentNotOnNameQuestionOrRepetitions) {
  const std::string id = Load(R"({"name":"a","question":"x"})").points.at(0).id;
  EXPECT_EQ(id, Load(R"({"repetitions":2})").points.at(1).id);
  EXPECT_EQ(id, Load(R"({"tree":{"size_ratio":2}})").points.at(0).id) << "a default, written out";
  EXPECT_EQ(id, Load(R"({"sweep":{"tree.size_ratio":[2]}})").points.at(0).id);
  EXPECT_NE(id, Load(R"({"tree":{"size_ratio":3}})").points.at(0).id);
  EXPECT_NE(id, Load(R"({"seed_lookups":2})").points.at(0).id);
}

// Golden: xxhsum -H2 over the defaults, dumped by Python with sorted keys and no blanks. It may
// change only when a field is added or kConfigSchemaVersion grows; then earlier results no longer
// resume.
TEST(PointId, IsXxh3Of128BitsOverTheCanonicalJson) {
  EXPECT_EQ(PointId(ExperimentConfig()), "495ead8226aa98dab130822ffd8e4641");
}

TEST(DatasetId, IsSharedByPointsThatDifferOnlyInWhatIsNotLoaded) {
  const Plan plan = Load(
      R"({"sweep":{"filters.bits_per_key":[1,2],"filters.allocation":["uniform","monkey"],
          "filters.kind":["bloom","none"],"workload.lookups":[10,20],"seed_lookups":[1,2],
          "storage.io":["buffered","mmap"],"storage.block_cache_bytes":[0,4096],
          "workload.timing":["none","per_lookup"],"tree.levels_rule":["eq1","log_t"]}})");
  std::set<std::string> ids;
  for (const Point& point : plan.points) ids.insert(point.dataset_id);
  EXPECT_EQ(plan.points.size(), 512u);
  EXPECT_EQ(ids.size(), 1u);
}

TEST(DatasetId, DependsOnEverythingThatShapesTheTree) {
  const std::string id = DatasetId(ExperimentConfig());
  for (const char* change :
       {"seed_data=2", "tree.entries=4096", "tree.key_bytes=24", "tree.value_bytes=100",
        "tree.buffer_bytes=65536", "tree.size_ratio=3", "tree.merge_policy=tiering",
        "tree.loader=bulk", "tree.load_order=sequential", "storage.block_bytes=8192",
        "storage.block_align=false", "backend=model"}) {
    EXPECT_NE(id, Load("{}", {change}).points.at(0).dataset_id) << change;
  }
}

TEST(DatasetId, HoldsTheFiltersThatAreWrittenWithTheTree) {
  ExperimentConfig a;
  ExperimentConfig b = a;
  b.filters.bits_per_key = 5;
  b.filters.assigned = "at_creation";  // our own store lays them over the tree
  EXPECT_EQ(DatasetId(a), DatasetId(b));
  a.backend = b.backend = "rocksdb";
  EXPECT_NE(DatasetId(a), DatasetId(b));
}

// 1 047 552 entries of 16 + 992 bytes at 10 bits per key: four entries a padded 4 KiB block would
// need 4 x (16 + 8 + 992 + 3) bytes and the trailer, which is more than 4096, so three fit: 349 184
// blocks.
TEST(Estimate, CountsPaddedBlocksOnDiskAndFiltersInMemory) {
  const ResourceEstimate estimate = EstimateResources(ExperimentConfig());
  const std::uint64_t blocks_bytes = 349184ull * 4096;
  EXPECT_GE(estimate.disk_bytes, blocks_bytes);
  EXPECT_LE(estimate.disk_bytes, blocks_bytes * 102 / 100);
  EXPECT_EQ(estimate.peak_disk_bytes, 2 * estimate.disk_bytes);
  EXPECT_GE(estimate.memory_bytes, 1048576u + 1309440u);
  ExperimentConfig model;
  model.backend = "model";
  EXPECT_EQ(EstimateResources(model), ResourceEstimate());
}

TEST(LoadPlan, NamesAFileThatIsNotThere) {
  const Result<Plan> plan = LoadPlan("/no/such/config.json");
  ASSERT_FALSE(plan.has_value());
  EXPECT_EQ(plan.error().kind, ErrorKind::kConfig);
  EXPECT_EQ(plan.error().message,
            "/no/such/config.json: cannot be read: No such file or directory");
}

TEST(LoadPlan, RefusesADirectory) {
  const Result<Plan> plan = LoadPlan(::testing::TempDir());
  ASSERT_FALSE(plan.has_value());
  EXPECT_THAT(plan.error().message, HasSubstr("is a directory"));
}

TEST(LoadPlan, RefusesAFileThatDoesNotEnd) {
  const Result<Plan> plan = LoadPlan("/dev/zero");
  ASSERT_FALSE(plan.has_value());
  EXPECT_THAT(plan.error().message, AllOf(StartsWith("/dev/zero: "), HasSubstr("at most 4194304")));
}

TEST(LoadPlan, PutsTheFileBeforeThePointer) {
  const std::string path = ::testing::TempDir() + "/refused_config.json";
  std::ofstream(path) << "{\"tree\": {\"size_ratio\": 1}}";
  const Result<Plan> plan = LoadPlan(path);
  ASSERT_FALSE(plan.has_value());
  EXPECT_THAT(plan.error().message, StartsWith(path + ": /tree/size_ratio: 1 "));
}

}  // namespace
}  // namespace bitladder::experiments
