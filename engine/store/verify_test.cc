#include "engine/store/verify.h"

#include <gtest/gtest.h>

#include "engine/store/file_names.h"
#include "engine/store/manifest_file.h"
#include "engine/store/store_for_test.h"
#include "engine/store/workload_for_test.h"

namespace bitladder::engine {
namespace {

class VerifyStoreTest : public ::testing::Test {
 protected:
  void Load() {
    options_.sync = SyncMode::kOnRequest;
    options_.merge_policy = {2, 2};
    const auto store = MustOpen(options_);
    Progress progress;
    RunWorkload(*store, options_.sync, MakeWorkload(5, 100), &progress);
    ExpectOk(progress.failure);
  }
  StoreState State() {
    const auto manifest = ReadManifest(file_system_, kTestDirectory);
    EXPECT_TRUE(manifest.has_value() && manifest->has_value());
    return manifest.value().value().state;
  }
  Result<StoreReport> Verify() { return VerifyStore(file_system_, kTestDirectory); }

  MemoryFileSystem file_system_;
  StoreOptions options_ = SmallOptions(file_system_);
};

TEST_F(VerifyStoreTest, ASoundStoreIsReportedWithItsRunsAndItsLog) {
  Load();
  const auto report = Verify();
  ASSERT_TRUE(report.has_value()) << report.error().message;
  std::uint64_t writes = 0;
  for (const TestStep& step : MakeWorkload(5, 100)) {
    writes += step.writes.size();
  }
  EXPECT_EQ(report->last_sequence, writes);
  EXPECT_GT(report->log_writes, 0u);
  EXPECT_GE(report->runs.size(), 2u);
  EXPECT_TRUE(report->closed_in_order);
  EXPECT_TRUE(report->orphans.empty());
}

TEST_F(VerifyStoreTest, AnOpenStoreIsNotClosedInOrderAndOrphansAreNamed) {
  Load();
  file_system_.SetContents("/store/900000.ldb", "what a crash left behind");
  file_system_.SetContents("/store/notes.txt", "none of the store's business");
  EXPECT_EQ(Verify()->orphans, std::vector<std::string>{"900000.ldb"});
  const auto store = MustOpen(options_);  // removes the orphan
  const auto report = Verify();
  ASSERT_TRUE(report.has_value()) << report.error().message;
  EXPECT_FALSE(report->closed_in_order);
  EXPECT_TRUE(report->orphans.empty());
  EXPECT_TRUE(*file_system_.Exists("/store/notes.txt"));
}

TEST_F(VerifyStoreTest, WhereNoStoreIsNoneIsFound) {
  ExpectOk(file_system_.CreateDirectories(kTestDirectory));
  EXPECT_EQ(Verify().error().code, ErrorCode::kNotFound);
}

// Two sound tables whose places are exchanged: only the manifest and the ages of versions can tell.
TEST_F(VerifyStoreTest, ExchangedTablesAreNotThoseOfTheManifest) {
  Load();
  const auto runs = Verify()->runs;
  const auto path = [&](std::size_t run, FileKind kind) {
    return FilePath(kTestDirectory, {kind, runs[run].file_number});
  };
  for (const FileKind kind : {FileKind::kTable, FileKind::kHashes}) {
    const std::string first = *file_system_.ReadFile(path(0, kind));
    file_system_.SetContents(path(0, kind), *file_system_.ReadFile(path(1, kind)));
    file_system_.SetContents(path(1, kind), first);
  }
  const auto report = Verify();
  ASSERT_FALSE(report.has_value());
  EXPECT_EQ(report.error().message.find(path(0, FileKind::kTable)), 0u) << report.error().message;
  EXPECT_NE(report.error().message.find("not the table that the manifest describes"),
            std::string::npos);
}

TEST_F(VerifyStoreTest, AnOlderRunWithALaterVersionIsFound) {
  Load();
  {
    const auto store = MustOpen(options_);
    while (store->runs().size() < 2 || store->runs()[0].level != store->runs()[1].level) {
      ExpectOk(store->Put(TestKey(0), "newer"));
      ExpectOk(store->Flush());
    }
  }
  StoreState state = State();
  ASSERT_EQ(state.version.runs[0].level, state.version.runs[1].level);
  std::swap(state.version.runs[0], state.version.runs[1]);
  state.next_file_number += 1;
  ASSERT_TRUE(
      ManifestWriter::Create(file_system_, kTestDirectory, state.next_file_number - 1, state, true)
          .has_value());
  const auto report = Verify();
  ASSERT_FALSE(report.has_value());
  EXPECT_NE(report.error().message.find("older than a version of its key in an older run"),
            std::string::npos);
}

TEST_F(VerifyStoreTest, AVersionLaterThanTheLastWriteIsFound) {
  Load();
  StoreState state = State();
  state.last_sequence = 1;
  state.log_number = 0;
  state.sealed_log_bytes = 0;
  state.next_file_number += 1;
  ASSERT_TRUE(
      ManifestWriter::Create(file_system_, kTestDirectory, state.next_file_number - 1, state, true)
          .has_value());
  const auto report = Verify();
  ASSERT_FALSE(report.has_value());
  EXPECT_NE(report.error().message.find("above the store's last"), std::string::npos);
}

}  // namespace
}  // namespace bitladder::engine
