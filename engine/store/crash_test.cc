// The machine dies at every call of a workload, and the disk fails or fills at every call: what was
// acknowledged as durable is there afterwards, every batch is whole or absent, nothing else is.
#include <gtest/gtest.h>

#include "engine/io/faulty_file_system.h"
#include "engine/store/store_for_test.h"
#include "engine/store/workload_for_test.h"

namespace bitladder::engine {
namespace {

struct Workload {
  explicit Workload(std::size_t count) : steps(MakeWorkload(17, count)), states(StatesOf(steps)) {}
  std::vector<TestStep> steps;
  std::vector<Contents> states;
};

StoreOptions OptionsFor(FileSystem& file_system, SyncMode sync) {
  StoreOptions options = SmallOptions(file_system);
  options.sync = sync;
  options.merge_policy = {2, 1};  // lazy leveling: merges of both kinds
  options.buffer_bytes = 20 * kTestEntryBytes;
  options.table.block_bytes = 1024;
  return options;
}

// What the disk holds is the workload's state after a number of steps from `least` to `most`; and,
// `twice`, the store works on: one more write, and a second opening, see the same.
void ExpectRecovers(MemoryFileSystem& memory, SyncMode sync, const Workload& workload,
                    std::size_t least, std::size_t most, bool twice = true) {
  std::size_t steps = 0;
  {
    const auto store = MustOpen(OptionsFor(memory, sync));
    ASSERT_NE(store, nullptr);
    steps = FindState(*store, workload.states, least, most);
    if (!twice) {
      return;
    }
    ExpectOk(store->Put("after", "the crash"));
  }
  const auto store = MustOpen(OptionsFor(memory, sync));
  ASSERT_NE(store, nullptr);
  EXPECT_EQ(GetOr(*store, "after", ""), "the crash");
  Contents contents = ScanAll(*store);
  contents.erase("after");
  EXPECT_EQ(contents, workload.states[steps]);
}

// Runs the workload on a disk that fails as planned; the store is gone on return.
Progress RunOn(FaultyFileSystem& faulty, SyncMode sync, const Workload& workload) {
  Progress progress;
  auto store = Store::Open(OptionsFor(faulty, sync), kTestDirectory);
  if (!store) {
    progress.failure = tl::unexpected<Error>(store.error());
    return progress;
  }
  RunWorkload(**store, sync, workload.steps, &progress);
  return progress;
}

std::uint64_t CallsOfWholeRun(SyncMode sync, const Workload& workload, FaultTarget target) {
  MemoryFileSystem memory;
  FaultyFileSystem counting(memory);
  counting.Arm({0, target, ErrorCode::kIo, true, false});
  ExpectOk(RunOn(counting, sync, workload).failure);
  return counting.Calls(target);
}

// Before every call of one run, and in the middle of every append, what a crash then would leave is
// opened and compared: with none, some or all of the unsynced bytes and names.
void CrashAtEveryCall(SyncMode sync) {
  const Workload workload(700);  // about 2000 writes, 100 flushes with merges
  MemoryFileSystem memory;
  FaultyFileSystem faulty(memory);
  Progress progress;
  std::uint32_t moments = 0;
  auto store = std::unique_ptr<Store>();
  faulty.Observe([&] {
    ++moments;
    if (::testing::Test::HasFailure()) {
      return;
    }
    const auto image = memory.Clone();
    image->CrashMachine({moments % 5 * 250, moments % 3 == 0});
    ExpectRecovers(*image, sync, workload, progress.durable, progress.begun, moments % 4 == 0);
    if (::testing::Test::HasFailure()) {
      ADD_FAILURE() << "moment " << moments << ", in step " << progress.begun;
    }
  });
  store = MustOpen(OptionsFor(faulty, sync));
  RunWorkload(*store, sync, workload.steps, &progress);
  ExpectOk(progress.failure);
  store.reset();  // closing has moments too
  EXPECT_GT(moments, 4000u);
}

TEST(CrashTest, TheMachineDiesAtEveryCallWhileEveryWriteIsSynced) {
  CrashAtEveryCall(SyncMode::kEveryWrite);
}

TEST(CrashTest, TheMachineDiesAtEveryCallWhileWritesAreSyncedOnRequest) {
  CrashAtEveryCall(SyncMode::kOnRequest);
}

// The process dies, the machine lives: what was acknowledged, synced or not, is there.
TEST(CrashTest, TheProcessDiesAtEveryCallAndLosesNothingAcknowledged) {
  const Workload workload(300);
  const SyncMode sync = SyncMode::kOnRequest;
  MemoryFileSystem memory;
  FaultyFileSystem faulty(memory);
  Progress progress;
  faulty.Observe([&] {
    if (::testing::Test::HasFailure()) {
      return;
    }
    const auto image = memory.Clone();
    image->CrashProcess();
    ExpectRecovers(*image, sync, workload, progress.acknowledged, progress.begun);
  });
  const auto store = MustOpen(OptionsFor(faulty, sync));
  RunWorkload(*store, sync, workload.steps, &progress);
  ExpectOk(progress.failure);
}

TEST(CrashTest, TheDiskFillsAtEveryWriteAndNothingAcknowledgedIsLost) {
  const Workload workload(120);
  for (const SyncMode sync : {SyncMode::kEveryWrite, SyncMode::kOnRequest}) {
    const std::uint64_t calls = CallsOfWholeRun(sync, workload, FaultTarget::kWrite);
    for (std::uint64_t n = 1; n <= calls; ++n) {
      MemoryFileSystem memory;
      FaultyFileSystem faulty(memory);
      faulty.Arm({n, FaultTarget::kWrite, ErrorCode::kNoSpace, true, n % 2 == 0});
      Progress progress;
      {
        auto store = Store::Open(OptionsFor(faulty, sync), kTestDirectory);
        if (store) {
          RunWorkload(**store, sync, workload.steps, &progress);
          // Reads go on.
          FindState(**store, workload.states, progress.acknowledged, progress.acknowledged);
        } else {
          progress.failure = tl::unexpected<Error>(store.error());
        }
      }
      // Late enough, the disk fills while the store is closed, which nobody is told.
      ASSERT_TRUE(faulty.fired());
      ASSERT_TRUE(progress.acknowledged == workload.steps.size() ||
                  progress.failure.error().code == ErrorCode::kNoSpace);
      faulty.Heal();
      ExpectRecovers(memory, sync, workload, progress.acknowledged, progress.begun);
      ASSERT_FALSE(::testing::Test::HasFailure()) << "disk full at write " << n << " of " << calls;
    }
  }
}

// One call fails and the next succeeds. A store that goes on loses nothing that it acknowledges
// later; one whose state on disk is in doubt refuses every later write.
TEST(CrashTest, OneCallFailsAndTheStoreStaysTruthful) {
  const Workload workload(150);
  const SyncMode sync = SyncMode::kOnRequest;
  const std::uint64_t calls = CallsOfWholeRun(sync, workload, FaultTarget::kAny);
  std::uint64_t went_on = 0;
  std::uint64_t refused = 0;
  for (std::uint64_t n = 1; n <= calls; ++n) {
    MemoryFileSystem memory;
    FaultyFileSystem faulty(memory);
    faulty.Arm({n, FaultTarget::kAny, ErrorCode::kIo, false, n % 2 == 0});
    std::vector<Contents> possible(1);  // the last is what readers see now
    {
      auto store = Store::Open(OptionsFor(faulty, sync), kTestDirectory);
      if (!store) {
        continue;
      }
      bool broken = false;
      for (const TestStep& step : workload.steps) {
        const Status status = Execute(**store, step);
        if (status) {
          ASSERT_FALSE(broken) << "a write acknowledged after one whose effect is unknown";
          ApplyTo(step, &possible.back());
        } else if (!broken) {
          // A merge that failed may be tried again; a log or a manifest may not.
          broken = !Execute(**store, step).has_value();
          Contents with_step = possible.back();
          ApplyTo(step, &with_step);
          possible.insert(broken ? possible.begin() : possible.end(), with_step);
          if (!broken) {
            possible.erase(possible.begin());
          }
          broken ? ++refused : ++went_on;
        }
      }
      faulty.Heal();
      ASSERT_EQ(ScanAll(**store), possible.back());
    }
    const auto store = MustOpen(OptionsFor(memory, sync));
    ASSERT_NE(store, nullptr);
    const Contents contents = ScanAll(*store);
    ASSERT_TRUE(std::find(possible.begin(), possible.end(), contents) != possible.end())
        << "call " << n << " of " << calls;
  }
  EXPECT_GT(went_on, 100u);
  EXPECT_GT(refused, 100u);
}

// One call fails, the store goes on as far as it does, and then the machine dies: a failed step may
// count or not, every acknowledged one does.
TEST(CrashTest, OneCallFailsAndThenTheMachineDies) {
  const Workload workload(80);
  const SyncMode sync = SyncMode::kEveryWrite;
  const std::uint64_t calls = CallsOfWholeRun(sync, workload, FaultTarget::kAny);
  for (std::uint64_t n = 1; n <= calls; ++n) {
    MemoryFileSystem memory;
    FaultyFileSystem faulty(memory);
    faulty.Arm({n, FaultTarget::kAny, ErrorCode::kIo, n % 4 == 0, n % 2 == 0});
    std::vector<Contents> possible(1);
    {
      const auto store = Store::Open(OptionsFor(faulty, sync), kTestDirectory);
      std::size_t failures = 0;
      for (std::size_t i = 0; store && i < workload.steps.size() && failures < 3; ++i) {
        const bool acknowledged = Execute(**store, workload.steps[i]).has_value();
        failures += acknowledged ? 0 : 1;
        std::vector<Contents> with_step = possible;
        for (Contents& contents : with_step) ApplyTo(workload.steps[i], &contents);
        if (acknowledged) possible.clear();
        possible.insert(possible.end(), with_step.begin(), with_step.end());
      }
      memory.CrashMachine({static_cast<std::uint32_t>(n % 3) * 500, n % 5 == 0});
    }
    const auto store = MustOpen(OptionsFor(memory, sync));
    ASSERT_NE(store, nullptr) << "call " << n << " of " << calls;
    const Contents contents = ScanAll(*store);
    ASSERT_TRUE(std::find(possible.begin(), possible.end(), contents) != possible.end())
        << "call " << n << " of " << calls;
  }
  EXPECT_GT(calls, 500u);
}

}  // namespace
}  // namespace bitladder::engine
