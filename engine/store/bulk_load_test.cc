#include <gtest/gtest.h>

#include "engine/store/store_for_test.h"

namespace bitladder::engine {
namespace {

class RangeSource final : public SortedSource {
 public:
  RangeSource(std::uint64_t first, std::uint64_t step, std::uint64_t count)
      : next_(first), step_(step), left_(count) {}
  bool Next(std::string_view* key, std::string_view* value) override {
    if (left_-- == 0) {
      return false;
    }
    key_ = TestKey(next_);
    value_ = TestValue(next_);
    next_ += step_;
    *key = key_;
    *value = value_;
    return true;
  }

 private:
  std::uint64_t next_;
  std::uint64_t step_;
  std::uint64_t left_;
  std::string key_;
  std::string value_;
};

class ListSource final : public SortedSource {
 public:
  explicit ListSource(std::vector<std::string> keys) : keys_(std::move(keys)) {}
  bool Next(std::string_view* key, std::string_view* value) override {
    if (at_ == keys_.size()) {
      return false;
    }
    *key = *value = keys_[at_++];
    return true;
  }

 private:
  std::vector<std::string> keys_;
  std::size_t at_ = 0;
};

class BulkLoad : public ::testing::Test {
 protected:
  Status Load(Store& store, int level, std::uint64_t buffers, std::uint64_t first,
              std::uint64_t count) {
    RangeSource source(first, 100, count);
    return store.BulkLoadRun(level, buffers, source);
  }
  MemoryFileSystem file_system_;
  StoreOptions options_ = SmallOptions(file_system_);
};

TEST_F(BulkLoad, LevelsLoadedLargestFirstMakeTheTreeThatWasAskedFor) {
  options_.size_ratio = 4;
  options_.merge_policy = {3, 1};
  const auto store = MustOpen(options_);
  ExpectOk(Load(*store, 2, 12, 0, 120));
  ExpectOk(Load(*store, 1, 1, 1, 10));
  ExpectOk(Load(*store, 1, 1, 2, 10));
  EXPECT_EQ(Shape(*store), "1:1 1:1 2:12");
  const auto runs = store->runs();
  EXPECT_EQ(runs[0].table.smallest.substr(0, 12), TestKey(2));  // the last loaded is the newest
  EXPECT_EQ(runs[1].run, 2);
  EXPECT_EQ(ScanAll(*store).size(), 140u);
  EXPECT_EQ(GetOr(*store, TestKey(101), ""), TestValue(101));
  EXPECT_EQ(GetOr(*store, TestKey(103), "absent"), "absent");
  EXPECT_EQ(store->statistics().entries_written, 140u);
}

TEST_F(BulkLoad, ANewerRunHidesTheSameKeysOfAnOlderOne) {
  const auto store = MustOpen(options_);
  ListSource older({"a", "b"});
  ExpectOk(store->BulkLoadRun(2, 3, older));
  RangeSource unrelated(0, 1, 1);
  ExpectOk(store->BulkLoadRun(1, 1, unrelated));
  ExpectOk(store->Put("a", "newest"));
  EXPECT_EQ(GetOr(*store, "a", ""), "newest");
  EXPECT_EQ(GetOr(*store, "b", ""), "b");
}

TEST_F(BulkLoad, InsertsGoOnFromABulkLoadedTreeByTheMergeRule) {
  const auto store = MustOpen(options_);  // T=3 leveling
  ExpectOk(Load(*store, 2, 6, 0, 60));
  ExpectOk(Load(*store, 1, 2, 1, 20));
  for (std::uint64_t i = 0; i < 10; ++i) {
    ExpectOk(store->Put(TestKey(100 * i + 2), TestValue(i)));
  }
  ExpectOk(store->Flush());
  EXPECT_EQ(Shape(*store), "3:9");
  EXPECT_EQ(store->runs()[0].table.entries, 90u);
}

TEST_F(BulkLoad, RefusesLevelsOutOfOrderAndKeysThatDoNotAscend) {
  const auto store = MustOpen(options_);
  ExpectOk(Load(*store, 1, 1, 0, 10));
  EXPECT_EQ(Load(*store, 2, 1, 0, 10).error().code, ErrorCode::kInvalidArgument);
  EXPECT_EQ(Load(*store, 0, 1, 0, 10).error().code, ErrorCode::kInvalidArgument);
  EXPECT_EQ(Load(*store, 1, 0, 0, 10).error().code, ErrorCode::kInvalidArgument);
  ListSource equal({"a", "b", "b"});
  EXPECT_EQ(store->BulkLoadRun(1, 1, equal).error().message,
            "key 3 of a bulk load is not above the one before it");
  ExpectOk(store->Put("x", "in the buffer"));
  EXPECT_EQ(Load(*store, 1, 1, 0, 10).error().code, ErrorCode::kInvalidArgument);
  EXPECT_EQ(Shape(*store), "1:1");
  EXPECT_EQ(ListAll(file_system_).size(), 5u);  // CURRENT, LOCK, manifest, one table, its hashes
}

TEST_F(BulkLoad, AnEmptySourceMakesNoRun) {
  const auto store = MustOpen(options_);
  ExpectOk(Load(*store, 1, 1, 0, 0));
  EXPECT_EQ(Shape(*store), "");
}

}  // namespace
}  // namespace bitladder::engine
