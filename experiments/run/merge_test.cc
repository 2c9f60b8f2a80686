#include "experiments/run/merge.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "experiments/config/load_plan.h"
#include "experiments/config/strict_json.h"
#include "experiments/result/temporary_directory_for_test.h"
#include "experiments/run/runner.h"

namespace bitladder::experiments {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr std::string_view kSmall = R"({
  "name": "small", "tree": {"entries": 960, "value_bytes": 8, "buffer_bytes": 2560},
  "workload": {"lookups": 300, "timing": "none"},
  "sweep": {"seed_data": [1, 2], "filters.bits_per_key": [2, 5]}})";

Plan PlanOf(std::string_view text) { return PlanFromText(text, "test").value(); }

void RunShard(const Plan& plan, const Shard& shard, const std::string& directory) {
  RunOptions options;
  options.output_directory = directory;
  options.shard = shard;
  ::testing::internal::CaptureStdout();
  ::testing::internal::CaptureStderr();
  const Result<RunSummary> ran = RunExperiment(plan, options);
  ::testing::internal::GetCapturedStdout();
  ::testing::internal::GetCapturedStderr();
  ASSERT_TRUE(ran.has_value()) << ran.error().message;
}

// A test's directories: runs of three shards and of the whole sweep.
class MergeTest : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    root_ = new TemporaryDirectory();
    for (int index = 1; index <= 3; ++index) {
      RunShard(PlanOf(kSmall), {index, 3}, root_->File(std::string("s") + char('0' + index)));
    }
    RunShard(PlanOf(kSmall), {}, root_->File("whole"));
  }
  static void TearDownTestSuite() {
    delete root_;
    root_ = nullptr;
  }

  // A copy that a test may damage.
  std::string CopyOf(const std::string& name) const {
    const std::string copy = own_.File(name);
    std::filesystem::copy(root_->File(name), copy);
    return copy;
  }

  Result<MergeSummary> Merge(const std::vector<std::string>& inputs, bool any_build = false,
                             bool any_config = false) const {
    return MergeDirectories({inputs, own_.File("merged"), any_build, any_config});
  }

  static TemporaryDirectory* root_;
  TemporaryDirectory own_;
};
TemporaryDirectory* MergeTest::root_ = nullptr;

void Replace(const std::string& path, const std::string& from, const std::string& to) {
  std::string text = ReadText(path);
  const std::size_t at = text.find(from);
  ASSERT_NE(at, std::string::npos) << from;
  WriteText(path, text.replace(at, from.size(), to));
}

TEST_F(MergeTest, MakesOfShardsWhatOneRunLeavesInTheOrderOfTheSweep) {
  const auto merged = Merge({root_->File("s3"), root_->File("s1"), root_->File("s2")});
  ASSERT_TRUE(merged.has_value()) << merged.error().message;
  EXPECT_THAT(merged->missing, IsEmpty());
  EXPECT_EQ(merged->merged_duplicates, 0U);
  const JournalContents whole = ReadJournal(root_->File("whole") + "/points.jsonl").value();
  const Plan plan = PlanOf(kSmall);
  ASSERT_EQ(merged->records.size(), plan.points.size());
  for (std::size_t i = 0; i < plan.points.size(); ++i) {
    EXPECT_EQ(KeyOf(merged->records[i]).value().point_id, plan.points[i].id) << i;
  }
  const Json results = ParseStrictJson(ReadText(own_.File("merged/results.json"))).value();
  EXPECT_EQ(*results.Find("records")->array(), merged->records);
  EXPECT_EQ(*results.Find("config"), ParseStrictJson(kSmall).value());
  EXPECT_EQ(results.Find("manifest")->Find("merged_from")->array()->size(), 3U);
  // A later run of the whole sweep finds nothing left to do, and so the same points.
  EXPECT_EQ(ReadJournal(own_.File("merged/points.jsonl")).value().records.size(),
            whole.records.size());
  RunOptions options;
  options.output_directory = own_.File("merged");
  ::testing::internal::CaptureStdout();
  const auto again = RunExperiment(plan, options);
  ::testing::internal::GetCapturedStdout();
  ASSERT_TRUE(again.has_value()) << again.error().message;
  EXPECT_EQ(again->points_resumed, plan.points.size());
}

TEST_F(MergeTest, TakesAPointThatStandsTwiceOnce) {
  const auto merged = Merge({root_->File("whole"), root_->File("s1"), root_->File("s2")});
  ASSERT_TRUE(merged.has_value()) << merged.error().message;
  EXPECT_EQ(merged->records.size(), 4U);
  EXPECT_EQ(merged->merged_duplicates, 3U);
}

TEST_F(MergeTest, NamesPointFieldAndDirectoriesWhereCountsDisagree) {
  const std::string copy = CopyOf("s1");
  Replace(copy + "/points.jsonl", "\"filter_probes\":", "\"filter_probes\":9");
  const auto merged = Merge({root_->File("whole"), copy});
  ASSERT_FALSE(merged.has_value());
  EXPECT_EQ(merged.error().kind, ErrorKind::kRun);
  EXPECT_THAT(merged.error().message,
              AllOf(HasSubstr("seed_data=1 filters.bits_per_key=2: "), HasSubstr("filter_probes"),
                    HasSubstr(copy), HasSubstr(root_->File("whole"))));
  EXPECT_FALSE(std::filesystem::exists(own_.File("merged"))) << "nothing is written";
}

TEST_F(MergeTest, PrefersARecordThatIsOkToOneThatFailed) {
  const std::string copy = CopyOf("s1");
  Replace(copy + "/points.jsonl", R"("status":"ok")", R"("status":"failed","error":"of disk")");
  for (const bool failed_first : {true, false}) {
    std::vector<std::string> inputs = {copy, root_->File("whole")};
    if (!failed_first) std::swap(inputs[0], inputs[1]);
    std::filesystem::remove_all(own_.File("merged"));
    const auto merged = Merge(inputs);
    ASSERT_TRUE(merged.has_value()) << merged.error().message;
    EXPECT_THAT(merged->failures, IsEmpty());
  }
  std::filesystem::remove_all(own_.File("merged"));
  const auto merged = Merge({copy, root_->File("s2"), root_->File("s3")});
  ASSERT_TRUE(merged.has_value());
  EXPECT_THAT(merged->failures, ElementsAre("seed_data=1 filters.bits_per_key=2: of disk"));
}

TEST_F(MergeTest, NamesThePointsThatAreMissing) {
  const auto merged = Merge({root_->File("s1"), root_->File("s3")});
  ASSERT_TRUE(merged.has_value()) << merged.error().message;
  EXPECT_THAT(merged->missing, ElementsAre("seed_data=1 filters.bits_per_key=5"));
  EXPECT_EQ(merged->records.size(), 3U);
}

TEST_F(MergeTest, RefusesAnotherBuildOrConfigUnlessAsked) {
  const std::string other_build = CopyOf("s2");
  Replace(other_build + "/manifest.json", "\"compiler\": \"", "\"compiler\": \"another ");
  const auto build = Merge({root_->File("s1"), other_build});
  ASSERT_FALSE(build.has_value());
  EXPECT_EQ(build.error().kind, ErrorKind::kConfig);
  EXPECT_THAT(build.error().message, AllOf(HasSubstr(other_build), HasSubstr("--any-build")));
  EXPECT_TRUE(Merge({root_->File("s1"), other_build}, /*any_build=*/true).has_value());
  std::filesystem::remove_all(own_.File("merged"));

  std::string wider(kSmall);
  wider.replace(wider.find("[2, 5]"), 6, "[2, 5, 8]");
  RunShard(PlanOf(wider), {}, own_.File("wider"));
  const auto config = Merge({root_->File("s1"), own_.File("wider")});
  ASSERT_FALSE(config.has_value());
  EXPECT_THAT(config.error().message, AllOf(HasSubstr("wider"), HasSubstr("--any-config")));
  const auto both = Merge({root_->File("s1"), own_.File("wider")}, false, /*any_config=*/true);
  ASSERT_TRUE(both.has_value()) << both.error().message;
  EXPECT_EQ(both->records.size(), 6U);
}

TEST_F(MergeTest, NeedsDirectoriesOfRunsAndAPlaceWithoutResults) {
  const auto nothing = Merge({own_.File("nothing")});
  ASSERT_FALSE(nothing.has_value());
  EXPECT_EQ(nothing.error().kind, ErrorKind::kConfig);
  EXPECT_THAT(nothing.error().message, HasSubstr(own_.File("nothing")));
  ASSERT_TRUE(Merge({root_->File("whole")}).has_value());
  const auto again = Merge({root_->File("whole")});
  ASSERT_FALSE(again.has_value());
  EXPECT_THAT(again.error().message, HasSubstr("holds results already"));
}

}  // namespace
}  // namespace bitladder::experiments
