// The same config and seeds: the same bytes on disk and the same counts. Other seeds: others.
#include <fmt/core.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "experiments/config/load_plan.h"
#include "experiments/config/strict_json.h"
#include "experiments/result/temporary_directory_for_test.h"
#include "experiments/run/runner.h"

namespace bitladder::experiments {
namespace {

struct Written {
  std::map<std::string, std::string> tables;  // name -> bytes, of the loaded tree
  std::string fingerprint;
  std::string counts;  // of every point: the histogram, and each run's false positives
};

Written RunOnDisk(const std::string& loader, int seed_data, int seed_lookups) {
  const std::string text = fmt::format(
      R"({{"tree": {{"entries": 1984, "value_bytes": 8, "buffer_bytes": 2560, "loader": "{}"}},
          "workload": {{"lookups": 1000}}, "seed_data": {}, "seed_lookups": {},
          "sweep": {{"filters.allocation": ["uniform", "monkey"]}}}})",
      loader, seed_data, seed_lookups);
  const TemporaryDirectory directory;
  RunOptions options;
  options.output_directory = directory.path();
  options.keep_datasets = true;
  ::testing::internal::CaptureStdout();
  ::testing::internal::CaptureStderr();
  const auto summary = RunExperiment(PlanFromText(text, "repeat").value(), options);
  ::testing::internal::GetCapturedStdout();
  ::testing::internal::GetCapturedStderr();
  EXPECT_TRUE(summary.has_value() && summary->points_ok == 2);

  Written written;
  for (const auto& entry :
       std::filesystem::recursive_directory_iterator(directory.File("datasets"))) {
    const std::string extension = entry.path().extension().string();
    if (extension != ".ldb" && extension != ".hashes") continue;
    written.tables[entry.path().filename().string()] = ReadText(entry.path().string());
  }
  const Json results = ParseStrictJson(ReadText(directory.File("results.json"))).value();
  for (const Json& record : *results.Find("records")->array()) {
    const Json& tree = *record.Find("tree");
    written.fingerprint = *tree.Find("fingerprint")->text();
    written.counts += WriteJson(*record.Find("measured")->Find("ios_per_lookup_histogram"));
    for (const Json& run : *tree.Find("runs")->array()) {
      written.counts += fmt::format(" {}", WriteJson(*run.Find("false_positives")));
    }
  }
  return written;
}

TEST(Experiment, RepeatsBytesAndCountsForItsSeedsAndNoOthers) {
  for (const std::string loader : {"insert", "bulk"}) {
    const Written first = RunOnDisk(loader, 1, 1);
    EXPECT_GE(first.tables.size(), 2U * 5) << "a table and its key hashes for each run";
    const Written same = RunOnDisk(loader, 1, 1);
    EXPECT_EQ(same.tables, first.tables);
    EXPECT_EQ(same.fingerprint, first.fingerprint);
    EXPECT_EQ(same.counts, first.counts);

    const Written other_lookups = RunOnDisk(loader, 1, 2);
    EXPECT_EQ(other_lookups.tables, first.tables);
    EXPECT_NE(other_lookups.counts, first.counts);
    const Written other_data = RunOnDisk(loader, 2, 1);
    EXPECT_NE(other_data.tables, first.tables);
    EXPECT_NE(other_data.fingerprint, first.fingerprint);
    EXPECT_NE(other_data.counts, first.counts);
  }
}

}  // namespace
}  // namespace bitladder::experiments
