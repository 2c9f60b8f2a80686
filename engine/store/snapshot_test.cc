#include <gtest/gtest.h>

#include "engine/store/store_for_test.h"

namespace bitladder::engine {
namespace {

class SnapshotTest : public ::testing::Test {
 protected:
  void Round(const std::string& value) {
    for (std::uint64_t i = 0; i < 10; ++i) {
      ExpectOk(store_->Put(TestKey(i), value));
    }
    ExpectOk(store_->Flush());
  }
  std::uint64_t EntriesOnDisk() const {
    std::uint64_t entries = 0;
    for (const RunInfo& run : store_->runs()) {
      entries += run.table.entries;
    }
    return entries;
  }
  MemoryFileSystem file_system_;
  std::unique_ptr<Store> store_ = MustOpen(SmallOptions(file_system_));
};

TEST_F(SnapshotTest, SeesTheStoreAsOfItsSequenceNumberThroughEveryMerge) {
  Round("first");
  const auto first = store_->TakeSnapshot();
  ExpectOk(store_->Delete(TestKey(3)));
  const auto second = store_->TakeSnapshot();
  for (int round = 0; round < 30; ++round) {
    Round("later");
    ASSERT_EQ(GetOr(*store_, TestKey(3), "absent", first.get()), "first");
    ASSERT_EQ(GetOr(*store_, TestKey(3), "absent", second.get()), "absent");
    ASSERT_EQ(GetOr(*store_, TestKey(4), "absent", second.get()), "first");
    ASSERT_EQ(GetOr(*store_, TestKey(3), "absent"), "later");
  }
  EXPECT_EQ(ScanAll(*store_, first.get()).size(), 10u);
  EXPECT_EQ(ScanAll(*store_, second.get()).size(), 9u);
  EXPECT_GT(second->sequence(), first->sequence());
}

TEST_F(SnapshotTest, OnceGoneItsVersionsGoWithTheNextMerge) {
  Round("first");
  auto snapshot = store_->TakeSnapshot();
  Round("second");
  Round("third");
  EXPECT_EQ(EntriesOnDisk(), 20u);  // the newest, and the one that the snapshot sees
  ASSERT_EQ(Shape(*store_), "2:2");
  snapshot.reset();
  for (std::uint64_t i = 100; i < 130; ++i) {
    ExpectOk(store_->Put(TestKey(i), TestValue(i)));  // three buffers: level 2 is merged
  }
  ExpectOk(store_->Flush());
  ASSERT_EQ(store_->runs().size(), 1u);
  EXPECT_EQ(EntriesOnDisk(), 40u);
}

TEST_F(SnapshotTest, AnEmptyStoreHasSnapshotsToo) {
  const auto snapshot = store_->TakeSnapshot();
  Round("later");
  EXPECT_TRUE(ScanAll(*store_, snapshot.get()).empty());
}

TEST_F(SnapshotTest, AScanIsASnapshotOfItsOwn) {
  Round("first");
  const auto scan = store_->NewScan();
  ExpectOk(store_->Put(TestKey(5), "in the buffer"));
  ExpectOk(store_->Put(TestKey(50), "in the buffer"));
  Round("second");
  std::size_t seen = 0;
  for (scan->SeekToFirst(); scan->Valid(); scan->Next()) {
    EXPECT_EQ(scan->value(), "first");
    ++seen;
  }
  EXPECT_EQ(seen, 10u);
}

}  // namespace
}  // namespace bitladder::engine
