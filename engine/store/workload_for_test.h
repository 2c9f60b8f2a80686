// A history of writes for crash tests, the state after each of them, and a runner that records how
// far it got.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <memory>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "engine/store/store_for_test.h"

namespace bitladder::engine {

struct TestWrite {
  std::string key;
  std::string value;
  bool deletion = false;
};

struct TestStep {
  enum class Kind { kWrites, kSync, kFlush } kind = Kind::kWrites;
  std::vector<TestWrite> writes;  // one: Put or Delete; more: a batch
};

// Few keys, so that most writes replace or delete something; about three writes a step.
inline std::vector<TestStep> MakeWorkload(std::uint64_t seed, std::size_t steps) {
  std::mt19937_64 random(seed);
  std::vector<TestStep> workload(steps);
  for (std::size_t i = 0; i < steps; ++i) {
    TestStep& step = workload[i];
    const std::uint64_t dice = random() % 100;
    if (dice < 4) {
      step.kind = TestStep::Kind::kSync;
    } else if (dice < 6) {
      step.kind = TestStep::Kind::kFlush;
    } else {
      step.writes.resize(dice < 50 ? 1 : 2 + random() % 6);
      for (TestWrite& write : step.writes) {
        write.key = TestKey(random() % 60);
        write.deletion = random() % 4 == 0;
        write.value = write.deletion ? "" : TestValue(i);
      }
    }
  }
  return workload;
}

inline void ApplyTo(const TestStep& step, Contents* contents) {
  for (const TestWrite& write : step.writes) {
    if (write.deletion) {
      contents->erase(write.key);
    } else {
      (*contents)[write.key] = write.value;
    }
  }
}

// states[j]: the contents after the first j steps.
inline std::vector<Contents> StatesOf(const std::vector<TestStep>& workload) {
  std::vector<Contents> states(1);
  for (const TestStep& step : workload) {
    states.push_back(states.back());
    ApplyTo(step, &states.back());
  }
  return states;
}

inline Status Execute(Store& store, const TestStep& step) {
  if (step.kind == TestStep::Kind::kSync) {
    return store.Sync();
  }
  if (step.kind == TestStep::Kind::kFlush) {
    return store.Flush();
  }
  if (step.writes.size() == 1) {
    const TestWrite& write = step.writes.front();
    return write.deletion ? store.Delete(write.key) : store.Put(write.key, write.value);
  }
  WriteBatch batch;
  for (const TestWrite& write : step.writes) {
    if (write.deletion) {
      batch.Delete(write.key);
    } else {
      batch.Put(write.key, write.value);
    }
  }
  return store.Write(batch);
}

// How many steps were begun, acknowledged, and acknowledged as durable.
struct Progress {
  std::size_t begun = 0;
  std::size_t acknowledged = 0;
  std::size_t durable = 0;
  Status failure;
};

// Runs the workload on an open store until a step fails. `progress` is kept up to date on the way.
inline void RunWorkload(Store& store, SyncMode sync, const std::vector<TestStep>& workload,
                        Progress* progress) {
  for (const TestStep& step : workload) {
    progress->begun += 1;
    progress->failure = Execute(store, step);
    if (!progress->failure) {
      return;
    }
    progress->acknowledged = progress->begun;
    // An explicit flush makes everything before it durable, as the log that it replaces may go.
    if (sync == SyncMode::kEveryWrite || step.kind != TestStep::Kind::kWrites) {
      progress->durable = progress->begun;
    }
  }
}

// The number of steps, from `least` to `most`, whose state is what the store holds, by scan and by
// lookup of every key of the workload; fails the test when there is none.
inline std::size_t FindState(const Store& store, const std::vector<Contents>& states,
                             std::size_t least, std::size_t most) {
  const Contents contents = ScanAll(store);
  for (std::size_t key = 0; key < 60; ++key) {
    const auto at = contents.find(TestKey(key));
    EXPECT_EQ(GetOr(store, TestKey(key), "absent"), at == contents.end() ? "absent" : at->second);
  }
  for (std::size_t steps = least; steps <= most && steps < states.size(); ++steps) {
    if (states[steps] == contents) {
      return steps;
    }
  }
  ADD_FAILURE() << "the store's contents are those after none of " << least << ".." << most
                << " steps";
  return least;
}

}  // namespace bitladder::engine
