// Readers beside a writer: run under the thread sanitizer, and compared with what they may see.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <thread>
#include <vector>

#include "engine/store/store_for_test.h"
#include "engine/store/view_exchange.h"

namespace bitladder::engine {
namespace {

constexpr std::uint64_t kKeys = 64;

class ConcurrencyTest : public ::testing::Test {
 protected:
  void SetUp() override {
    options_.size_ratio = 3;
    options_.merge_policy = {2, 1};
    options_.block_cache_bytes = 4000;
    store_ = MustOpen(options_);
  }
  // Round n writes n to every key in one batch.
  void WriteRound(std::uint64_t n) {
    WriteBatch batch;
    for (std::uint64_t key = 0; key < kKeys; ++key) {
      batch.Put(TestKey(key), TestValue(n));
    }
    ExpectOk(store_->Write(batch));
  }
  MemoryFileSystem file_system_;
  StoreOptions options_ = SmallOptions(file_system_);
  std::unique_ptr<Store> store_;
};

TEST_F(ConcurrencyTest, ReadersSeeWholeBatchesAndTimeNeverRunsBackwards) {
  constexpr std::uint64_t kRounds = 150;
  std::atomic<bool> done{false};
  std::atomic<std::uint64_t> lookups{0};
  WriteRound(0);
  std::vector<std::thread> threads;
  for (std::uint64_t reader = 0; reader < 3; ++reader) {
    threads.emplace_back([&, reader] {
      std::vector<std::string> last(kKeys, TestValue(0));
      std::string value;
      for (std::uint64_t i = reader; !done.load(); i += 7) {
        const std::uint64_t key = i % kKeys;
        const auto outcome = store_->Get(TestKey(key), &value);
        lookups.fetch_add(1);
        if (!outcome || *outcome == LookupOutcome::kAbsent || value < last[key]) {
          ADD_FAILURE() << "key " << key << ": " << value << " after " << last[key];
          return;
        }
        last[key] = value;
      }
    });
  }
  threads.emplace_back([&] {  // snapshots and scans
    while (!done.load()) {
      const auto snapshot = store_->TakeSnapshot();
      const Contents contents = ScanAll(*store_, snapshot.get());
      std::string value;
      if (!store_->Get(TestKey(5), &value, nullptr, snapshot.get())) ADD_FAILURE();
      lookups.fetch_add(1);
      EXPECT_EQ(contents.size(), kKeys);
      for (const auto& [key, seen] : contents) {
        if (seen != value) {
          ADD_FAILURE() << key << " is of another round than the snapshot";
          return;
        }
      }
    }
  });
  threads.emplace_back([&] {  // everything that looks at the store as a whole
    while (!done.load()) {
      std::size_t probes = 0;
      for (const RunCounters& run : store_->statistics().runs) probes += run.filter_probes;
      for (const RunInfo& run : store_->runs()) probes += run.filter_bits;
      if (!store_->Fingerprint()) ADD_FAILURE();
      std::vector<std::uint8_t> maybe;
      store_->ProbeFilters(TestKey(probes % kKeys), &maybe);
    }
  });
  for (std::uint64_t n = 1; n <= kRounds; ++n) {
    WriteRound(n);
    if (n % 16 == 0) {
      const std::vector<FilterSpec> specs(store_->runs().size(), FilterSpec{});
      ExpectOk(store_->AssignFilters(specs));
    }
  }
  done.store(true);
  for (std::thread& thread : threads) thread.join();
  const StoreStatistics statistics = store_->statistics();
  EXPECT_EQ(statistics.lookups, lookups.load());
  EXPECT_EQ(statistics.lookups, statistics.found + statistics.found_in_buffer);
}

TEST_F(ConcurrencyTest, CountsAreExactAfterLookupsFromManyThreads) {
  for (std::uint64_t n = 0; n < 5; ++n) WriteRound(n);
  ExpectOk(store_->Flush());
  store_->ResetLookupStatistics();
  constexpr int kThreads = 8;
  constexpr std::uint64_t kLookups = 3000;
  std::vector<std::thread> threads;
  for (int thread = 0; thread < kThreads; ++thread) {
    threads.emplace_back([&] {
      std::string value;
      for (std::uint64_t i = 0; i < kLookups; ++i) {
        if (!store_->Get(TestKey(i % (2 * kKeys)), &value)) ADD_FAILURE();
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  const StoreStatistics statistics = store_->statistics();
  EXPECT_EQ(statistics.lookups, kThreads * kLookups);
  std::uint64_t hits = 0;
  for (std::uint64_t i = 0; i < kLookups; ++i) hits += i % (2 * kKeys) < kKeys ? 1 : 0;
  EXPECT_EQ(statistics.found, kThreads * hits);
  std::uint64_t true_positives = 0;
  for (const RunCounters& run : statistics.runs) {
    EXPECT_EQ(run.filter_probes, run.filter_negatives + run.false_positives + run.true_positives);
    true_positives += run.true_positives;
  }
  EXPECT_EQ(true_positives, kThreads * hits);
}

TEST_F(ConcurrencyTest, WritersWaitForOneAnother) {
  std::vector<std::thread> threads;
  for (std::uint64_t writer = 0; writer < 4; ++writer) {
    threads.emplace_back([&, writer] {
      for (std::uint64_t i = 0; i < 500; ++i) {
        ExpectOk(store_->Put(TestKey(4 * i + writer), TestValue(i)));
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(ScanAll(*store_).size(), 2000u);
}

TEST(ReaderSlots, AReaderHasItsSlotAloneAndTheWriterWaitsForReadersOnly) {
  ReaderSlots slots;
  slots.WaitForReaders();  // there are none
  std::vector<std::size_t> mine;
  for (std::size_t i = 0; i < ReaderSlots::kSlots; ++i) mine.push_back(slots.Enter());
  std::sort(mine.begin(), mine.end());
  EXPECT_EQ(std::unique(mine.begin(), mine.end()), mine.end());
  std::atomic<bool> waited{false};
  std::thread writer([&] {
    slots.WaitForReaders();
    waited.store(true);
  });
  for (std::size_t i = 1; i < mine.size(); ++i) slots.Leave(mine[i]);
  EXPECT_FALSE(waited.load());  // the last reader is still inside
  slots.Leave(mine[0]);
  writer.join();
  EXPECT_TRUE(waited.load());
}

}  // namespace
}  // namespace bitladder::engine
