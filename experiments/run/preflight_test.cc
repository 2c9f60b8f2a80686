#include "experiments/run/preflight.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "experiments/config/estimate.h"
#include "experiments/config/identity.h"
#include "experiments/result/temporary_directory_for_test.h"

namespace bitladder::experiments {
namespace {

using ::testing::HasSubstr;

Point PointWith(std::uint64_t entries, const std::string& backend = "engine") {
  Point point;
  point.config.backend = backend;
  point.config.tree.entries = entries;
  point.dataset_id = DatasetId(point.config);
  return point;
}

std::vector<DatasetJob> JobsOf(const std::vector<Point>& points) {
  std::vector<DatasetJob> jobs;
  for (const Point& point : points) jobs.push_back({point.dataset_id, {&point}});
  return jobs;
}

TEST(CheckDiskSpace, RefusesADatasetThatTheDiskCannotHold) {
  const TemporaryDirectory directory;
  const std::vector<Point> points = {PointWith(1'000), PointWith(10'000'000'000'000)};
  const Status status = CheckDiskSpace(JobsOf(points), directory.path(), 1, false);
  ASSERT_FALSE(status.has_value());
  EXPECT_EQ(status.error().kind, ErrorKind::kConfig);
  EXPECT_THAT(status.error().message,
              AllOf(HasSubstr(directory.path()), HasSubstr("MiB are free")));
  const std::vector<Point> modelled = {PointWith(10'000'000'000'000, "model")};
  EXPECT_TRUE(CheckDiskSpace(JobsOf(modelled), directory.path(), 1, false).has_value());
}

// As many datasets as fill the disk twice over: one at a time they fit, all together they do not.
TEST(CheckDiskSpace, CountsDatasetsTogetherOnlyWhereTheyAreKeptOrStandAtOnce) {
  const TemporaryDirectory directory;
  const std::uint64_t free = std::filesystem::space(directory.path()).available;
  std::vector<Point> points;
  for (std::uint64_t i = 0; i < 50; ++i) {
    points.push_back(PointWith(std::max<std::uint64_t>(free / 25 / 1100, 1) + i));
  }
  ASSERT_LT(EstimateResources(points.back().config).peak_disk_bytes, free);
  EXPECT_TRUE(CheckDiskSpace(JobsOf(points), directory.path(), 1, false).has_value());
  EXPECT_FALSE(CheckDiskSpace(JobsOf(points), directory.path(), 1, true).has_value());
  EXPECT_FALSE(CheckDiskSpace(JobsOf(points), directory.path(), 50, false).has_value());
}

TEST(PrepareDirectory, CreatesWhatIsMissingAndNamesWhatItCannot) {
  const TemporaryDirectory directory;
  EXPECT_TRUE(PrepareDirectory(directory.File("a/b")).has_value());
  EXPECT_TRUE(std::filesystem::is_directory(directory.File("a/b")));
  WriteText(directory.File("file"), "");
  const Status under_a_file = PrepareDirectory(directory.File("file/c"));
  ASSERT_FALSE(under_a_file.has_value());
  EXPECT_EQ(under_a_file.error().kind, ErrorKind::kConfig);
  EXPECT_THAT(under_a_file.error().message, HasSubstr(directory.File("file/c")));
  const Status a_file = PrepareDirectory(directory.File("file"));
  ASSERT_FALSE(a_file.has_value());
  EXPECT_THAT(a_file.error().message, HasSubstr(directory.File("file")));
}

// Even root cannot write into /proc.
TEST(PrepareDirectory, NamesADirectoryWithoutWritePermission) {
  const Status status = PrepareDirectory("/proc/bitladder");
  ASSERT_FALSE(status.has_value());
  EXPECT_EQ(status.error().kind, ErrorKind::kConfig);
  EXPECT_THAT(status.error().message, HasSubstr("/proc/bitladder"));
}

}  // namespace
}  // namespace bitladder::experiments
