#include "engine/store/store.h"

#include <gtest/gtest.h>

#include "engine/store/store_for_test.h"

namespace bitladder::engine {
namespace {

class StoreTest : public ::testing::Test {
 protected:
  void PutRange(Store& store, std::uint64_t first, std::uint64_t last) {
    for (std::uint64_t i = first; i < last; ++i) {
      ExpectOk(store.Put(TestKey(i), TestValue(i)));
    }
  }
  MemoryFileSystem file_system_;
  StoreOptions options_ = SmallOptions(file_system_);
};

TEST_F(StoreTest, AnswersFromBufferAndFromRunsAndSaysWhere) {
  const auto store = MustOpen(options_);
  PutRange(*store, 0, 25);  // two flushes, five entries in the buffer
  ExpectOk(store->Delete(TestKey(3)));
  std::string value;
  EXPECT_EQ(store->Get(TestKey(7), &value), LookupOutcome::kFound);
  EXPECT_EQ(value, TestValue(7));
  EXPECT_EQ(store->Get(TestKey(24), &value), LookupOutcome::kFoundInBuffer);
  EXPECT_EQ(value, TestValue(24));
  EXPECT_EQ(store->Get(TestKey(3), &value), LookupOutcome::kDeletedInBuffer);
  EXPECT_EQ(store->Get(TestKey(25), &value), LookupOutcome::kAbsent);
  ExpectOk(store->Flush());
  EXPECT_EQ(store->Get(TestKey(24), &value), LookupOutcome::kFound);
}

// Keys 0..99 in ascending order through buffers of ten: run j holds a range of its own, and the
// fences of every other run that starts later, or ends earlier, turn a key away.
TEST_F(StoreTest, PartsOfALookupAddUpToItAndAreNotCounted) {
  const auto store = MustOpen(options_);
  PutRange(*store, 0, 110);
  ExpectOk(store->Flush());
  const std::size_t runs = store->runs().size();
  ASSERT_GT(runs, 1u);
  std::string value;
  for (std::uint64_t i = 0; i < 130; ++i) {
    std::vector<std::uint8_t> maybe;
    store->ProbeFilters(TestKey(i), &maybe);
    bool found = false;
    for (std::size_t run = 0; run < runs; ++run) {
      EXPECT_EQ(store->ProbeFilter(run, TestKey(i)), maybe[run] == 1);
      const auto probe = store->ProbeTable(run, TestKey(i), &value);
      ASSERT_TRUE(probe.has_value());
      const bool fenced_out = probe->outcome == ProbeOutcome::kFenceRejection;
      EXPECT_EQ(store->FindBlock(run, TestKey(i)).has_value(), !fenced_out);
      EXPECT_EQ(probe->block_read, !fenced_out);
      if (probe->outcome != ProbeOutcome::kFound) continue;
      found = true;
      EXPECT_EQ(value, TestValue(i));
      EXPECT_EQ(maybe[run], 1);
    }
    EXPECT_EQ(found, i < 110) << i;
  }
  for (const RunCounters& counters : store->statistics().runs) {
    EXPECT_EQ(counters, RunCounters());
  }
}

TEST_F(StoreTest, ABufferIsFlushedWhenTheNextEntryWouldExceedIt) {
  const auto store = MustOpen(options_);
  PutRange(*store, 0, 10);
  EXPECT_EQ(store->statistics().flushes, 0u);
  PutRange(*store, 10, 11);
  EXPECT_EQ(store->statistics().flushes, 1u);
  EXPECT_EQ(Shape(*store), "1:1");
}

TEST_F(StoreTest, AnEntryLargerThanTheBufferIsTakenAllTheSame) {
  const auto store = MustOpen(options_);
  const std::string large(5000, 'x');
  ExpectOk(store->Put("large", large));
  ExpectOk(store->Put("larger", large + "y"));
  EXPECT_EQ(GetOr(*store, "large", ""), large);
  EXPECT_EQ(GetOr(*store, "larger", ""), large + "y");
}

TEST_F(StoreTest, ShapesAreTheDigitsOfTheFlushes) {
  const auto store = MustOpen(options_);
  const std::vector<std::string> expected = {"1:1",     "1:2",     "2:3",     "1:1 2:3",
                                             "1:2 2:3", "2:6",     "1:1 2:6", "1:2 2:6",
                                             "3:9",     "1:1 3:9", "1:2 3:9", "2:3 3:9"};
  for (std::uint64_t flush = 0; flush < expected.size(); ++flush) {
    PutRange(*store, 10 * flush, 10 * flush + 10);
    ExpectOk(store->Flush());
    ASSERT_EQ(Shape(*store), expected[flush]);
  }
}

// Monkey Eq. 10: (T-1)/2 copies a level and entry; T^L buffers' worth at a full tree of T^L - 1
// flushes.
TEST_F(StoreTest, EntriesWrittenAtAFullTreeAreEquationTen) {
  options_.size_ratio = 2;
  const auto store = MustOpen(options_);
  PutRange(*store, 0, 10 * 63);
  ExpectOk(store->Flush());
  const StoreStatistics statistics = store->statistics();
  EXPECT_EQ(statistics.flushes, 63u);
  EXPECT_EQ(statistics.entries_written, 6u * 1u * 64u * 10u / 2u);  // L (T-1)/2 T^L buffers
  EXPECT_EQ(statistics.merges, 31u);  // every second flush finds level 1 empty, and so with no run
}

TEST_F(StoreTest, TombstonesStayAboveAnOlderRunAndGoInTheOldest) {
  const auto store = MustOpen(options_);
  PutRange(*store, 0, 60);
  ExpectOk(store->Flush());
  ASSERT_EQ(Shape(*store), "2:6");
  for (std::uint64_t i = 0; i < 10; ++i) {
    ExpectOk(store->Delete(TestKey(i)));
  }
  ExpectOk(store->Flush());
  ASSERT_EQ(Shape(*store), "1:1 2:6");
  EXPECT_EQ(store->runs()[0].table.deletions, 10u);
  std::string value;
  EXPECT_EQ(store->Get(TestKey(4), &value), LookupOutcome::kDeleted);
  PutRange(*store, 100, 120);
  ExpectOk(store->Flush());  // the third arrival at level 1 merges all, level 2 included
  ASSERT_EQ(store->runs().size(), 1u);
  EXPECT_EQ(store->runs()[0].table.deletions, 0u);
  EXPECT_EQ(store->runs()[0].table.entries, 70u);
  EXPECT_EQ(store->Get(TestKey(4), &value), LookupOutcome::kAbsent);
}

TEST_F(StoreTest, AStoreWhoseEveryEntryIsDeletedHasNoRunLeft) {
  const auto store = MustOpen(options_);
  PutRange(*store, 0, 10);
  ExpectOk(store->Flush());
  for (std::uint64_t i = 0; i < 10; ++i) {
    ExpectOk(store->Delete(TestKey(i)));
  }
  ExpectOk(store->Flush());
  EXPECT_EQ(Shape(*store), "");
  EXPECT_TRUE(ScanAll(*store).empty());
  PutRange(*store, 0, 10);
  ExpectOk(store->Flush());
  EXPECT_EQ(Shape(*store), "1:1");
}

TEST_F(StoreTest, UpdatesShrinkRuns) {
  const auto store = MustOpen(options_);
  for (int round = 0; round < 20; ++round) {
    PutRange(*store, 0, 10);
    ExpectOk(store->Flush());
  }
  std::uint64_t entries = 0;
  for (const RunInfo& run : store->runs()) {
    EXPECT_EQ(run.buffers, 1u);
    entries += run.table.entries;
  }
  EXPECT_LE(entries, 20u);
}

TEST_F(StoreTest, ATraceTellsEveryProbeNewestRunFirst) {
  options_.merge_policy = {2, 2};  // tiering
  const auto store = MustOpen(options_);
  PutRange(*store, 0, 20);
  ExpectOk(store->Flush());
  ASSERT_EQ(Shape(*store), "1:1 1:1");
  std::string value;
  LookupTrace trace;
  EXPECT_EQ(store->Get(TestKey(5), &value, &trace), LookupOutcome::kFound);
  EXPECT_EQ(trace.outcome, LookupOutcome::kFound);
  ASSERT_EQ(trace.probes.size(), 2u);
  EXPECT_EQ(trace.probes[0].run, 0u);
  EXPECT_NE(trace.probes[0].result.outcome, ProbeOutcome::kFound);
  EXPECT_EQ(trace.probes[1].run, 1u);
  EXPECT_EQ(trace.probes[1].result.outcome, ProbeOutcome::kFound);
  EXPECT_TRUE(trace.probes[1].result.block_read);
  // Reused, it starts afresh.
  EXPECT_EQ(store->Get(TestKey(15), &value, &trace), LookupOutcome::kFound);
  EXPECT_EQ(trace.probes.size(), 1u);
  EXPECT_EQ(trace.block_reads, 1u);
  EXPECT_EQ(trace.wasted_block_accesses, 0u);
}

TEST_F(StoreTest, CountersAreTheSumsOfTheTraces) {
  options_.merge_policy = {2, 2};
  options_.filter_at_creation = [](int, std::uint64_t) {
    return FilterSpec{FilterKind::kBloom, 2 * 1024};  // weak, so that it errs
  };
  const auto store = MustOpen(options_);
  for (std::uint64_t i = 0; i < 400; ++i) {
    ExpectOk(store->Put(TestKey(2 * (i * 151 % 400)), "v"));
  }
  ExpectOk(store->Flush());
  ASSERT_GE(store->runs().size(), 3u);
  std::vector<RunCounters> expected(store->runs().size());
  std::uint64_t found = 0;
  LookupTrace trace;
  std::string value;
  for (std::uint64_t i = 0; i < 1000; ++i) {
    ASSERT_TRUE(store->Get(TestKey(i), &value, &trace).has_value());
    found += trace.outcome == LookupOutcome::kFound ? 1 : 0;
    std::uint32_t wasted = 0;
    for (const RunProbe& probe : trace.probes) {
      RunCounters& run = expected[probe.run];
      run.filter_probes += 1;
      switch (probe.result.outcome) {
        case ProbeOutcome::kFilterNegative:
          run.filter_negatives += 1;
          break;
        case ProbeOutcome::kFenceRejection:
          run.fence_rejections += 1;
          run.false_positives += 1;
          break;
        case ProbeOutcome::kFalsePositive:
          run.false_positives += 1;
          wasted += 1;
          break;
        default:
          run.true_positives += 1;
      }
      run.block_reads += probe.result.block_read ? 1 : 0;
    }
    EXPECT_EQ(trace.wasted_block_accesses, wasted);
  }
  const StoreStatistics statistics = store->statistics();
  EXPECT_EQ(statistics.lookups, 1000u);
  EXPECT_EQ(statistics.found, found);
  EXPECT_EQ(found, 400u);
  EXPECT_EQ(statistics.runs, expected);
  // A flush elsewhere in the tree keeps the counts of the runs that stay.
  ExpectOk(store->Put("z", "z"));
  ExpectOk(store->Flush());
  const std::vector<RunCounters> after = store->statistics().runs;
  EXPECT_EQ(after.back(), expected.back());
  EXPECT_EQ(store->statistics().lookups, 1000u);
  store->ResetLookupStatistics();
  EXPECT_EQ(store->statistics().lookups, 0u);
  EXPECT_EQ(store->statistics().runs, std::vector<RunCounters>(after.size()));
  EXPECT_GT(store->statistics().flushes, 0u);
}

TEST_F(StoreTest, WithoutFiltersEveryProbeSaysMaybe) {
  options_.filter_at_creation = nullptr;
  const auto store = MustOpen(options_);
  PutRange(*store, 0, 10);
  ExpectOk(store->Flush());
  EXPECT_EQ(store->runs()[0].filter, (FilterSpec{FilterKind::kNone, 0}));
  std::string value;
  LookupTrace trace;
  EXPECT_EQ(store->Get(TestKey(4) + "x", &value, &trace), LookupOutcome::kAbsent);
  ASSERT_EQ(trace.probes.size(), 1u);
  EXPECT_EQ(trace.probes[0].result.outcome, ProbeOutcome::kFalsePositive);
  EXPECT_EQ(trace.wasted_ios, 1u);
}

TEST_F(StoreTest, TheFilterChooserLearnsLevelAndExactNumberOfDistinctKeys) {
  std::vector<std::pair<int, std::uint64_t>> asked;
  options_.filter_at_creation = [&](int level, std::uint64_t keys) {
    asked.emplace_back(level, keys);
    return FilterSpec{FilterKind::kBloom, static_cast<std::uint32_t>(level) * 4 * 1024};
  };
  const auto store = MustOpen(options_);
  PutRange(*store, 0, 20);
  ExpectOk(store->Flush());
  PutRange(*store, 5, 15);  // ten updates
  ExpectOk(store->Flush());
  EXPECT_EQ(asked, (std::vector<std::pair<int, std::uint64_t>>{{1, 10}, {1, 20}, {2, 20}}));
  EXPECT_EQ(store->runs()[0].filter.bits_per_key_1024, 8u * 1024u);
}

TEST_F(StoreTest, AFilterThatIsNoneOfTheTablesIsRefusedByTheFlushAndTheStoreStaysWhole) {
  FilterSpec asked{FilterKind::kBloom, kMaxBitsPerKey1024 + 1};
  options_.filter_at_creation = [&](int, std::uint64_t) { return asked; };
  options_.table.filter_layout = FilterLayout::kBlock;
  const auto store = MustOpen(options_);
  PutRange(*store, 0, 5);
  for (const FilterSpec& spec : {asked, FilterSpec{FilterKind::kBloom, 10 * 1024}}) {
    asked = spec;  // too many bits, then bits of another kind than the layout's
    const Status flushed = store->Flush();
    ASSERT_FALSE(flushed.has_value());
    EXPECT_EQ(flushed.error().code, ErrorCode::kInvalidArgument);
    EXPECT_EQ(Shape(*store), "");
    EXPECT_EQ(GetOr(*store, TestKey(3), ""), TestValue(3));
  }
  asked = {FilterKind::kLevelDbBloom, kMaxBitsPerKey1024};
  ExpectOk(store->Flush());
  EXPECT_EQ(Shape(*store), "1:1");
}

TEST_F(StoreTest, TheSameCallsGiveTheSameBytesAndOthersDoNot) {
  const auto load = [&](const std::string& path, std::uint64_t shift) {
    const auto store = MustOpen(options_, path);
    for (std::uint64_t i = 0; i < 500; ++i) {
      ExpectOk(store->Put(TestKey((i * 7919 + shift) % 10007), TestValue(i)));
    }
    ExpectOk(store->Flush());
    return *store->Fingerprint();
  };
  const std::string fingerprint = load("/a", 0);
  EXPECT_EQ(fingerprint.size(), 32u);
  EXPECT_EQ(load("/b", 0), fingerprint);
  EXPECT_NE(load("/c", 1), fingerprint);
  for (const std::string& name : ListAll(file_system_, "/a")) {
    EXPECT_EQ(file_system_.ReadFile("/a/" + name), file_system_.ReadFile("/b/" + name)) << name;
  }
}

TEST_F(StoreTest, OnlyTheRunsOfTheTreeKeepFiles) {
  const auto store = MustOpen(options_);
  PutRange(*store, 0, 500);
  ExpectOk(store->Flush());
  std::size_t tables = 0;
  for (const std::string& name : ListAll(file_system_)) {
    tables += name.ends_with(".ldb") || name.ends_with(".hashes") ? 1 : 0;
  }
  EXPECT_EQ(tables, 2 * store->runs().size());
}

TEST_F(StoreTest, AScanKeepsTheFilesOfRunsThatAreMergedAway) {
  const auto store = MustOpen(options_);
  PutRange(*store, 0, 20);
  ExpectOk(store->Flush());
  const Contents before = ScanAll(*store);
  auto scan = store->NewScan();
  scan->SeekToFirst();
  for (std::uint64_t i = 0; i < 100; ++i) {
    ExpectOk(store->Put(TestKey(i), "new"));
  }
  ExpectOk(store->Flush());
  Contents seen;
  for (; scan->Valid(); scan->Next()) {
    seen.emplace(scan->key(), scan->value());
  }
  ExpectOk(scan->status());
  EXPECT_EQ(seen, before);
  const std::size_t files = ListAll(file_system_).size();
  scan.reset();
  EXPECT_EQ(ListAll(file_system_).size(), files - 2);  // the one run that the scan kept
}

TEST_F(StoreTest, ScansSeekToTheFirstVisibleKeyAtOrAfter) {
  const auto store = MustOpen(options_);
  PutRange(*store, 0, 30);
  ExpectOk(store->Delete(TestKey(10)));
  ExpectOk(store->Delete(TestKey(11)));
  const auto scan = store->NewScan();
  scan->Seek(TestKey(10));
  ASSERT_TRUE(scan->Valid());
  EXPECT_EQ(scan->key(), TestKey(12));
  scan->Seek("zzz");
  EXPECT_FALSE(scan->Valid());
  ExpectOk(scan->status());
}

TEST_F(StoreTest, RefusesOptionsOutOfRangeBeforeTouchingTheDisk) {
  options_.size_ratio = 1;
  EXPECT_EQ(Store::Open(options_, kTestDirectory).error().code, ErrorCode::kInvalidArgument);
  EXPECT_FALSE(*file_system_.Exists(kTestDirectory));
}

TEST_F(StoreTest, OpensNothingWhereNothingIsUnlessAskedTo) {
  options_.create_if_missing = false;
  ExpectOk(file_system_.CreateDirectories(kTestDirectory));
  EXPECT_EQ(Store::Open(options_, kTestDirectory).error().code, ErrorCode::kNotFound);
}

TEST_F(StoreTest, AStoreIsOpenInOneProcessAtATime) {
  const auto store = MustOpen(options_);
  const auto second = Store::Open(options_, kTestDirectory);
  ASSERT_FALSE(second.has_value());
  EXPECT_EQ(second.error().code, ErrorCode::kBusy);
}

TEST_F(StoreTest, ADamagedDataBlockIsAnErrorThatNamesFileAndOffsetForGetAndScanAndMerge) {
  auto store = MustOpen(options_);
  PutRange(*store, 0, 20);
  ExpectOk(store->Flush());
  ASSERT_EQ(store->runs().size(), 1u);
  const std::string path =
      fmt::format("{}/{:06}.ldb", kTestDirectory, store->runs()[0].file_number);
  store.reset();
  std::string bytes = *file_system_.ReadFile(path);
  bytes[20] = static_cast<char>(bytes[20] ^ 1);  // within the first data block
  file_system_.SetContents(path, bytes);
  store = MustOpen(options_);

  std::string value;
  const auto outcome = store->Get(TestKey(0), &value);
  ASSERT_FALSE(outcome.has_value());
  EXPECT_EQ(outcome.error().code, ErrorCode::kCorruption);
  EXPECT_NE(outcome.error().message.find(path), std::string::npos) << outcome.error().message;
  EXPECT_NE(outcome.error().message.find("offset 0"), std::string::npos);

  const auto scan = store->NewScan();
  scan->SeekToFirst();
  EXPECT_FALSE(scan->Valid());
  ASSERT_FALSE(scan->status().has_value());
  EXPECT_EQ(scan->status().error().code, ErrorCode::kCorruption);

  // A merge that meets it changes nothing: the buffer stays, and later writes meet it again.
  PutRange(*store, 100, 110);
  EXPECT_EQ(store->Flush().error().code, ErrorCode::kCorruption);
  EXPECT_EQ(Shape(*store), "1:2");
  EXPECT_EQ(GetOr(*store, TestKey(105), ""), TestValue(105));
}

// A test run by root may write anywhere, so the path leads through a regular file.
TEST(StoreOnDisk, ADirectoryThatCannotBeMadeGivesOneLineWithThePath) {
  StoreOptions options;
  const auto store = Store::Open(options, "/proc/version/store");
  ASSERT_FALSE(store.has_value());
  EXPECT_EQ(store.error().code, ErrorCode::kIo);
  EXPECT_EQ(store.error().message.find("/proc/version"), 0u);
  EXPECT_EQ(store.error().message.find('\n'), std::string::npos);
}

TEST_F(StoreTest, KeysAndValuesBeyondTheLimitsAreRefused) {
  const auto store = MustOpen(options_);
  const auto status = store->Put(std::string(65536, 'k'), "v");
  ASSERT_FALSE(status.has_value());
  EXPECT_EQ(status.error().code, ErrorCode::kInvalidArgument);
  ExpectOk(store->Put(std::string(65535, 'k'), "v"));
  ExpectOk(store->Put("", "the empty key is a key"));
  EXPECT_EQ(GetOr(*store, "", ""), "the empty key is a key");
}

}  // namespace
}  // namespace bitladder::engine
