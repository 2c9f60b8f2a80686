#include "experiments/run/schedule.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <tuple>

#include "experiments/config/load_plan.h"
#include "experiments/run/progress.h"

namespace bitladder::experiments {
namespace {

using ::testing::ElementsAre;

std::vector<std::string> LabelsOf(const DatasetJob& job) {
  std::vector<std::string> labels;
  for (const Point* point : job.points) labels.push_back(LabelOf(*point));
  return labels;
}

bool All(const Point& /*point*/) { return true; }

TEST(Schedule, SharesADatasetAmongPointsThatDifferInFiltersOnly) {
  const Plan plan = PlanFromText(R"({"backend": "model", "sweep": {
      "tree.size_ratio": [2, 4], "filters.bits_per_key": [5, 10], "filters.kind": ["bloom", "ideal"]
    }})",
                                 "test")
                        .value();
  const std::vector<DatasetJob> jobs = Schedule(plan, All);
  ASSERT_EQ(jobs.size(), 2U);
  EXPECT_EQ(jobs[0].points.size(), 4U);
  EXPECT_EQ(jobs[1].points.size(), 4U);
  EXPECT_NE(jobs[0].dataset_id, jobs[1].dataset_id);
  EXPECT_EQ(jobs[0].points[0]->config.tree.size_ratio, 2);
  EXPECT_EQ(jobs[1].points[0]->config.tree.size_ratio, 4);
}

TEST(Schedule, AlternatesTheAllocationsThatAreCompared) {
  const Plan plan = PlanFromText(R"({"backend": "model", "repetitions": 2, "sweep": {
      "filters.allocation": ["uniform", "monkey"], "filters.bits_per_key": [5, 10]}})",
                                 "test")
                        .value();
  const std::vector<DatasetJob> jobs = Schedule(plan, All);
  ASSERT_EQ(jobs.size(), 1U);
  EXPECT_THAT(LabelsOf(jobs[0]),
              ElementsAre("filters.allocation=uniform filters.bits_per_key=5, repetition 0",
                          "filters.allocation=monkey filters.bits_per_key=5, repetition 0",
                          "filters.allocation=uniform filters.bits_per_key=5, repetition 1",
                          "filters.allocation=monkey filters.bits_per_key=5, repetition 1",
                          "filters.allocation=uniform filters.bits_per_key=10, repetition 0",
                          "filters.allocation=monkey filters.bits_per_key=10, repetition 0",
                          "filters.allocation=uniform filters.bits_per_key=10, repetition 1",
                          "filters.allocation=monkey filters.bits_per_key=10, repetition 1"));
}

TEST(Schedule, LeavesOutWhatIsDoneAndDatasetsThatNobodyNeeds) {
  const Plan plan = PlanFromText(R"({"backend": "model", "sweep": {
      "tree.size_ratio": [2, 4], "filters.bits_per_key": [5, 10]}})",
                                 "test")
                        .value();
  const std::vector<DatasetJob> jobs = Schedule(plan, [](const Point& point) {
    return point.config.tree.size_ratio == 4 && point.config.filters.bits_per_key == 10;
  });
  ASSERT_EQ(jobs.size(), 1U);
  EXPECT_THAT(LabelsOf(jobs[0]), ElementsAre("tree.size_ratio=4 filters.bits_per_key=10"));
  EXPECT_TRUE(Schedule(plan, [](const Point&) { return false; }).empty());
}

TEST(MayRunBesideOthers, HoldsForPointsThatOnlyCountAndForBackendsWithoutFiles) {
  Point point;
  for (const auto& [backend, timing, expected] :
       {std::tuple("engine", "per_lookup", false), std::tuple("rocksdb", "per_lookup", false),
        std::tuple("leveldb", "per_lookup", false), std::tuple("engine", "none", true),
        std::tuple("model", "per_lookup", true), std::tuple("simulation", "per_lookup", true)}) {
    point.config.backend = backend;
    point.config.workload.timing = timing;
    EXPECT_EQ(MayRunBesideOthers(point), expected) << backend << ' ' << timing;
  }
}

TEST(LanesFor, GivesThreadsToDatasetsFirstAndLosesNone) {
  EXPECT_THAT(LanesFor(0, 4), ElementsAre());
  EXPECT_THAT(LanesFor(1, 4), ElementsAre(4));
  EXPECT_THAT(LanesFor(3, 1), ElementsAre(1));
  EXPECT_THAT(LanesFor(3, 4), ElementsAre(2, 1, 1));
  EXPECT_THAT(LanesFor(9, 4), ElementsAre(1, 1, 1, 1));
}

}  // namespace
}  // namespace bitladder::experiments
