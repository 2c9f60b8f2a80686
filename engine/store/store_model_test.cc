// The store against a map: random operations, every answer compared.
#include <gtest/gtest.h>

#include <random>

#include "engine/store/store_for_test.h"

namespace bitladder::engine {
namespace {

struct Policy {
  int size_ratio;
  MergePolicyOptions runs;
};

class StoreModel : public ::testing::TestWithParam<Policy> {};

std::string PolicyName(const ::testing::TestParamInfo<Policy>& info) {
  return fmt::format("T{}K{}Z{}", info.param.size_ratio, info.param.runs.inner_runs,
                     info.param.runs.last_runs);
}

TEST_P(StoreModel, AnswersAsAMapDoesThroughPutsDeletesFlushesAndScans) {
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    SCOPED_TRACE(seed);
    std::mt19937_64 random(seed);
    MemoryFileSystem file_system;
    StoreOptions options = SmallOptions(file_system);
    options.size_ratio = GetParam().size_ratio;
    options.merge_policy = GetParam().runs;
    const auto store = MustOpen(options);
    Contents model;
    const std::uint64_t keys = 50 << (seed % 4);
    for (int step = 0; step < 3000; ++step) {
      const std::string key = TestKey(random() % keys);
      const std::uint64_t dice = random() % 100;
      if (dice < 45) {
        model[key] = TestValue(random() % 1000000);
        ExpectOk(store->Put(key, model[key]));
      } else if (dice < 60) {
        model.erase(key);
        ExpectOk(store->Delete(key));
      } else if (dice < 62) {
        ExpectOk(store->Flush());
      } else if (dice < 98) {
        const auto at = model.find(key);
        ASSERT_EQ(GetOr(*store, key, "absent"), at == model.end() ? "absent" : at->second);
      } else {
        const auto scan = store->NewScan();
        scan->Seek(key);
        for (auto at = model.lower_bound(key); at != model.end(); ++at, scan->Next()) {
          ASSERT_TRUE(scan->Valid());
          ASSERT_EQ(scan->key(), at->first);
          ASSERT_EQ(scan->value(), at->second);
        }
        ASSERT_FALSE(scan->Valid());
        ExpectOk(scan->status());
      }
    }
    ASSERT_EQ(ScanAll(*store), model);
  }
}

INSTANTIATE_TEST_SUITE_P(MergePolicies, StoreModel,
                         ::testing::Values(Policy{2, {1, 1}}, Policy{3, {2, 2}}, Policy{4, {3, 1}},
                                           Policy{5, {2, 3}}, Policy{10, {9, 9}}),
                         PolicyName);

}  // namespace
}  // namespace bitladder::engine
