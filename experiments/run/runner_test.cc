#include "experiments/run/runner.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <map>

#include "experiments/config/load_plan.h"
#include "experiments/config/strict_json.h"
#include "experiments/result/journal.h"
#include "experiments/result/temporary_directory_for_test.h"

namespace bitladder::experiments {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

// 15 buffers of 64 entries at T = 2 on four levels; three bits for two allocations, twice each.
constexpr std::string_view kSmall = R"({
  "tree": {"entries": 960, "value_bytes": 8, "buffer_bytes": 2560},
  "workload": {"lookups": 500}, "repetitions": 2,
  "sweep": {"filters.bits_per_key": [2, 5, 8], "filters.allocation": ["uniform", "monkey"]}})";

Plan PlanOf(std::string_view text) { return PlanFromText(text, "test").value(); }

struct Output {
  Result<RunSummary> summary;
  std::string out;
  std::string err;
};

Output RunWith(const RunOptions& options, const Plan& plan) {
  ::testing::internal::CaptureStdout();
  ::testing::internal::CaptureStderr();
  Result<RunSummary> summary = RunExperiment(plan, options);
  return {std::move(summary), ::testing::internal::GetCapturedStdout(),
          ::testing::internal::GetCapturedStderr()};
}

Output RunIn(const std::string& directory, const Plan& plan, bool fresh = false,
             bool keep_datasets = false) {
  RunOptions options;
  options.output_directory = directory;
  options.fresh = fresh;
  options.keep_datasets = keep_datasets;
  return RunWith(options, plan);
}

Json ReadJson(const std::string& path) {
  Result<Json> json = ParseStrictJson(ReadText(path));
  EXPECT_TRUE(json.has_value()) << path << ": " << json.error().message;
  return json ? *json : Json();
}

JsonArray RecordsIn(const std::string& directory) {
  const Json results = ReadJson(directory + "/results.json");
  return *results.Find("records")->array();
}

// What must repeat exactly: everything but times.
std::map<RecordKey, std::string> CountsIn(const std::string& directory) {
  std::map<RecordKey, std::string> counts;
  for (const Json& record : RecordsIn(directory)) {
    Json copy = record;
    for (JsonMember& member : *copy.object()) {
      if (member.name != "measured") continue;
      for (JsonMember& measured : *member.value.object()) {
        if (measured.name == "latency_us" || measured.name == "kernel_read_bytes") {
          measured.value = Json();
        }
      }
    }
    counts[KeyOf(record).value()] = WriteJson(copy);
  }
  return counts;
}

TEST(RunExperiment, MeasuresEveryPointAndWritesWhatItFound) {
  const TemporaryDirectory directory;
  const Output run = RunIn(directory.path(), PlanOf(kSmall));
  ASSERT_TRUE(run.summary.has_value()) << run.summary.error().message;
  EXPECT_EQ(run.summary->points_ok, 12U);
  EXPECT_EQ(run.summary->points_failed, 0U);
  EXPECT_EQ(run.summary->points_resumed, 0U);
  const JsonArray records = RecordsIn(directory.path());
  ASSERT_EQ(records.size(), 12U);
  for (const Json& record : records) EXPECT_EQ(*record.Find("status"), Json("ok"));
  const Json manifest = ReadJson(directory.File("manifest.json"));
  EXPECT_EQ(*manifest.Find("points_ok"), Json(12));
  EXPECT_NE(manifest.Find("end")->text(), nullptr);
  EXPECT_FALSE(std::filesystem::exists(directory.File("datasets"))) << "loaded stores are removed";
  EXPECT_THAT(run.out, AllOf(HasSubstr("of 6 points inside"),
                             HasSubstr("scripts/plot.py " + directory.path())));
}

TEST(RunExperiment, GivesIdenticalTreesAndCountsForTheSameSeeds) {
  const TemporaryDirectory a;
  const TemporaryDirectory b;
  ASSERT_TRUE(RunIn(a.path(), PlanOf(kSmall)).summary.has_value());
  ASSERT_TRUE(RunIn(b.path(), PlanOf(kSmall)).summary.has_value());
  EXPECT_EQ(CountsIn(a.path()), CountsIn(b.path()));
}

constexpr std::string_view kCounting = R"({
  "tree": {"entries": 960, "value_bytes": 8, "buffer_bytes": 2560},
  "workload": {"lookups": 500, "timing": "none"}, "repetitions": 2,
  "sweep": {"filters.bits_per_key": [2, 5, 8], "filters.allocation": ["uniform", "monkey"]}})";

TEST(RunExperiment, CountsTheSameHoweverManyPointsRunAtOnce) {
  for (const std::string_view datasets : {R"("seed_data": [1])", R"("seed_data": [1, 2, 3])"}) {
    std::string text(kCounting);
    text.insert(text.find("\"sweep\": {") + 10, std::string(datasets) + ", ");
    const Plan plan = PlanOf(text);
    const TemporaryDirectory alone;
    ASSERT_TRUE(RunIn(alone.path(), plan).summary.has_value());
    for (const int jobs : {2, 16}) {
      const TemporaryDirectory directory;
      RunOptions options;
      options.output_directory = directory.path();
      options.jobs = jobs;
      const Output run = RunWith(options, plan);
      ASSERT_TRUE(run.summary.has_value()) << run.summary.error().message;
      EXPECT_EQ(run.summary->points_ok, plan.points.size());
      EXPECT_EQ(CountsIn(directory.path()), CountsIn(alone.path())) << jobs;
      EXPECT_FALSE(std::filesystem::exists(directory.File("datasets")));
    }
  }
}

TEST(RunExperiment, StopsBetweenPointsWhenInterruptedAndGoesOnFromThere) {
  const TemporaryDirectory whole;
  const TemporaryDirectory directory;
  const Plan plan = PlanOf(kCounting);
  ASSERT_TRUE(RunIn(whole.path(), plan).summary.has_value());
  RunOptions options;
  options.output_directory = directory.path();
  int asked = 0;
  options.interrupted = [&asked] { return ++asked > 5; };
  const Output stopped = RunWith(options, plan);
  ASSERT_FALSE(stopped.summary.has_value());
  EXPECT_EQ(stopped.summary.error().kind, ErrorKind::kRun);
  EXPECT_THAT(stopped.summary.error().message,
              AllOf(HasSubstr("interrupted: 4 of 12 points"), HasSubstr("the same command")));
  EXPECT_FALSE(std::filesystem::exists(directory.File("datasets")));
  const Output rest = RunIn(directory.path(), plan);
  ASSERT_TRUE(rest.summary.has_value()) << rest.summary.error().message;
  EXPECT_EQ(rest.summary->points_resumed, 4U);
  EXPECT_EQ(CountsIn(directory.path()), CountsIn(whole.path()));
}

TEST(RunExperiment, ResumesWithThePointsThatAreMissing) {
  const TemporaryDirectory whole;
  const TemporaryDirectory resumed;
  const Plan plan = PlanOf(kSmall);
  ASSERT_TRUE(RunIn(whole.path(), plan).summary.has_value());
  ASSERT_TRUE(RunIn(resumed.path(), plan).summary.has_value());
  // As a crash in the sixth record leaves it.
  const std::string path = resumed.File("points.jsonl");
  std::string lines = ReadText(path);
  std::size_t end = 0;
  for (int i = 0; i < 5; ++i) end = lines.find('\n', end) + 1;
  WriteText(path, lines.substr(0, end + 100));
  std::filesystem::remove(resumed.File("results.json"));
  const Output again = RunIn(resumed.path(), plan);
  ASSERT_TRUE(again.summary.has_value()) << again.summary.error().message;
  EXPECT_EQ(again.summary->points_resumed, 5U);
  EXPECT_EQ(again.summary->points_ok, 7U);
  EXPECT_THAT(again.err, HasSubstr("[5/12] already in points.jsonl"));
  EXPECT_EQ(CountsIn(resumed.path()), CountsIn(whole.path()));
}

TEST(RunExperiment, LoadsNothingWhereEverythingIsDone) {
  const TemporaryDirectory directory;
  const Plan plan = PlanOf(kSmall);
  ASSERT_TRUE(RunIn(directory.path(), plan).summary.has_value());
  const Output again = RunIn(directory.path(), plan);
  ASSERT_TRUE(again.summary.has_value());
  EXPECT_EQ(again.summary->points_resumed, 12U);
  EXPECT_THAT(again.err, Not(HasSubstr("loading")));
  EXPECT_EQ(ReadJson(directory.File("manifest.json")).Find("starts")->array()->size(), 2U);
  const Output fresh = RunIn(directory.path(), plan, /*fresh=*/true);
  ASSERT_TRUE(fresh.summary.has_value());
  EXPECT_EQ(fresh.summary->points_ok, 12U);
}

TEST(RunExperiment, AddsTheNewPointsOfAWiderSweep) {
  const TemporaryDirectory directory;
  const std::string narrow = R"({"backend": "model", "sweep": {"filters.bits_per_key": [5]}})";
  const std::string wide = R"({"backend": "model", "sweep": {"filters.bits_per_key": [5, 10]}})";
  ASSERT_TRUE(RunIn(directory.path(), PlanOf(narrow)).summary.has_value());
  const Output wider = RunIn(directory.path(), PlanOf(wide));
  ASSERT_TRUE(wider.summary.has_value());
  EXPECT_EQ(wider.summary->points_resumed, 1U);
  EXPECT_EQ(RecordsIn(directory.path()).size(), 2U);
  const Output narrower = RunIn(directory.path(), PlanOf(narrow));
  ASSERT_TRUE(narrower.summary.has_value());
  EXPECT_EQ(RecordsIn(directory.path()).size(), 1U) << "results.json holds the plan's points";
}

TEST(RunExperiment, RefusesToMixRecordsOfTwoBuilds) {
  const TemporaryDirectory directory;
  const Plan plan = PlanOf(R"({"backend": "model"})");
  ASSERT_TRUE(RunIn(directory.path(), plan).summary.has_value());
  const std::string path = directory.File("manifest.json");
  std::string manifest = ReadText(path);
  const std::size_t at = manifest.find("\"compiler\": \"");
  ASSERT_NE(at, std::string::npos);
  manifest.insert(at + 13, "another ");
  WriteText(path, manifest);
  const Output other = RunIn(directory.path(), plan);
  ASSERT_FALSE(other.summary.has_value());
  EXPECT_EQ(other.summary.error().kind, ErrorKind::kConfig);
  EXPECT_THAT(other.summary.error().message,
              AllOf(HasSubstr(directory.path()), HasSubstr("build")));
  EXPECT_EQ(ReadText(path), manifest) << "nothing is written";
  EXPECT_TRUE(RunIn(directory.path(), plan, /*fresh=*/true).summary.has_value());
}

// A run of one key leaves no room for absent keys: those points fail, the others go on.
TEST(RunExperiment, RecordsAFailedPointAndGoesOn) {
  const TemporaryDirectory directory;
  const Plan plan = PlanOf(R"({
    "tree": {"value_bytes": 8, "buffer_bytes": 2560, "size_ratio": 4},
    "workload": {"lookups": 100},
    "sweep": {"tree.entries": [257, 320]}})");
  const Output run = RunIn(directory.path(), plan);
  ASSERT_TRUE(run.summary.has_value()) << run.summary.error().message;
  EXPECT_EQ(run.summary->points_ok, 1U);
  EXPECT_EQ(run.summary->points_failed, 1U);
  ASSERT_EQ(run.summary->failures.size(), 1U);
  EXPECT_THAT(run.summary->failures[0], HasSubstr("tree.entries=257: no absent keys"));
  EXPECT_THAT(run.out,
              AllOf(HasSubstr("1 failed:\n  tree.entries=257: "), HasSubstr("tree.entries=320\n"),
                    Not(HasSubstr("tree.entries=257\n"))));
  const JsonArray records = RecordsIn(directory.path());
  ASSERT_EQ(records.size(), 2U);
  EXPECT_EQ(*records[0].Find("status"), Json("failed"));
  EXPECT_THAT(*records[0].Find("error")->text(), HasSubstr("no absent keys"));
  EXPECT_EQ(*records[1].Find("status"), Json("ok"));
  const Output again = RunIn(directory.path(), plan);
  ASSERT_TRUE(again.summary.has_value());
  EXPECT_EQ(again.summary->points_resumed, 1U) << "a failed point is tried again";
}

// O_DIRECT is refused by file systems in memory: the store cannot be opened for reading.
TEST(RunExperiment, RecordsEveryPointOfADatasetThatDoesNotLoad) {
  if (!std::filesystem::is_directory("/dev/shm")) GTEST_SKIP() << "no file system in memory here";
  const TemporaryDirectory directory("/dev/shm");
  const Plan plan = PlanOf(R"({
    "tree": {"entries": 960, "value_bytes": 8, "buffer_bytes": 2560}, "storage": {"io": "direct"},
    "sweep": {"filters.allocation": ["uniform", "monkey"]}})");
  const Output run = RunIn(directory.path(), plan);
  ASSERT_TRUE(run.summary.has_value());
  EXPECT_EQ(run.summary->points_failed, 2U);
  EXPECT_THAT(run.summary->failures[0], HasSubstr("the dataset did not load: "));
  EXPECT_THAT(run.summary->failures[0], HasSubstr("tmpfs"));
}

TEST(RunExperiment, NamesTheDirectoryThatItCannotUse) {
  const TemporaryDirectory directory;
  WriteText(directory.File("file"), "not a directory");
  const Plan plan = PlanOf(R"({"backend": "model"})");
  const Output run = RunIn(directory.File("file") + "/results", plan);
  ASSERT_FALSE(run.summary.has_value());
  EXPECT_EQ(run.summary.error().kind, ErrorKind::kConfig);
  EXPECT_THAT(run.summary.error().message, HasSubstr(directory.File("file") + "/results"));
}

TEST(RunExperiment, KeepsTheLoadedStoresWhereAsked) {
  const TemporaryDirectory directory;
  const Plan plan = PlanOf(kSmall);
  ASSERT_TRUE(RunIn(directory.path(), plan, false, /*keep_datasets=*/true).summary.has_value());
  EXPECT_TRUE(std::filesystem::exists(directory.File("datasets/" + plan.points[0].dataset_id)));
  const auto counts = CountsIn(directory.path());
  ASSERT_TRUE(RunIn(directory.path(), plan, /*fresh=*/true, true).summary.has_value());
  EXPECT_EQ(CountsIn(directory.path()), counts) << "what was left there is not built upon";
}

TEST(RunExperiment, PredictsWithoutMeasuringOnTheModelBackend) {
  const TemporaryDirectory directory;
  const Output run = RunIn(directory.path(), PlanOf(R"({"backend": "model",
    "tree": {"entries": 10000000000000, "buffer_bytes": 10240000},
    "workload": {"lookups": 1000}})"));
  ASSERT_TRUE(run.summary.has_value()) << run.summary.error().message;
  EXPECT_EQ(run.summary->points_ok, 1U);
  const Json record = RecordsIn(directory.path()).at(0);
  EXPECT_TRUE(record.Find("measured")->is_null());
  EXPECT_FALSE(record.Find("predicted")->is_null());
  EXPECT_THAT(run.out, Not(HasSubstr("points inside")));
}

}  // namespace
}  // namespace bitladder::experiments
