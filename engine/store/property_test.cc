// Random histories against a map, for every merge policy and filter kind: puts, deletes, batches,
// lookups, scans, snapshots, flushes, filter assignments and reopenings.
#include <gtest/gtest.h>

#include <random>
#include <tuple>

#include "engine/store/store_for_test.h"

namespace bitladder::engine {
namespace {

struct Policy {
  const char* name;
  int size_ratio;
  MergePolicyOptions runs;
};
constexpr Policy kPolicies[] = {{"Leveling", 2, {1, 1}},
                                {"Tiering", 4, {3, 3}},
                                {"LazyLeveling", 4, {3, 1}},
                                {"Fluid", 5, {2, 3}}};

using Parameter = std::tuple<Policy, FilterKind>;

// A store and a map that undergo the same. Snapshots keep the map as it was.
class History {
 public:
  History(std::uint64_t seed, const Parameter& parameter) : random_(seed) {
    const auto& [policy, kind] = parameter;
    options_ = SmallOptions(file_system_);
    options_.size_ratio = policy.size_ratio;
    options_.merge_policy = policy.runs;
    options_.sync = seed % 2 == 0 ? SyncMode::kOnRequest : SyncMode::kEveryWrite;
    options_.table.restart_interval = seed % 3 == 0 ? 1 : 4;
    options_.table.filter_layout = kind == FilterKind::kLevelDbBloom && seed % 4 == 0
                                       ? FilterLayout::kBlock
                                       : FilterLayout::kRun;
    options_.read_mode = seed % 5 == 0 ? ReadMode::kMmap : ReadMode::kBuffered;
    options_.block_cache_bytes = seed % 7 < 3 ? 2000 : 0;
    if (seed % 6 == 1) {
      options_.table.block_align = false;
      options_.table.compression = Compression::kSnappy;
    }
    kind_ = kind;
    options_.filter_at_creation = [this](int level, std::uint64_t) {
      return SpecOf(static_cast<std::uint32_t>(level));
    };
    keys_ = 20 << (seed % 4);
    store_ = MustOpen(options_);
  }

  // One random step; a failure is the test's.
  void Step() {
    const std::uint64_t dice = random_() % 1000;
    if (dice < 400) {
      const std::string key = Key();
      model_[key] = Value();
      ExpectOk(store_->Put(key, model_[key]));
    } else if (dice < 500) {
      const std::string key = Key();
      model_.erase(key);
      ExpectOk(store_->Delete(key));
    } else if (dice < 560) {
      WriteSome();
    } else if (dice < 860) {
      const std::string key = Key();
      const auto at = model_.find(key);
      EXPECT_EQ(GetOr(*store_, key, "absent"), at == model_.end() ? "absent" : at->second);
    } else if (dice < 880) {
      ScanFrom(Key());
    } else if (dice < 910) {
      snapshots_.emplace_back(store_->TakeSnapshot(), model_);
    } else if (dice < 960) {
      UseSnapshot();
    } else if (dice < 980) {
      ExpectOk(store_->Flush());
    } else if (dice < 990) {
      Assign();
    } else {
      Reopen();
    }
  }

  void CheckEverything() {
    EXPECT_EQ(ScanAll(*store_), model_);
    for (const auto& [snapshot, model] : snapshots_) {
      EXPECT_EQ(ScanAll(*store_, snapshot.get()), model);
    }
  }

 private:
  FilterSpec SpecOf(std::uint32_t bits) const {
    return {kind_, kind_ == FilterKind::kNone ? 0 : bits * 2048};
  }
  std::string Key() { return TestKey(random_() % keys_); }
  std::string Value() {
    return std::string(random_() % 40, static_cast<char>('a' + random_() % 26));
  }

  void WriteSome() {
    WriteBatch batch;
    for (std::uint64_t writes = 1 + random_() % 6; writes > 0; --writes) {
      const std::string key = Key();
      if (random_() % 3 == 0) {
        batch.Delete(key);
        model_.erase(key);
      } else {
        model_[key] = Value();
        batch.Put(key, model_[key]);
      }
    }
    ExpectOk(store_->Write(batch));
  }

  void ScanFrom(const std::string& key) {
    const auto scan = store_->NewScan();
    scan->Seek(key);
    for (auto at = model_.lower_bound(key); at != model_.end(); ++at, scan->Next()) {
      ASSERT_TRUE(scan->Valid());
      ASSERT_EQ(scan->key(), at->first);
      ASSERT_EQ(scan->value(), at->second);
    }
    EXPECT_FALSE(scan->Valid());
    ExpectOk(scan->status());
  }

  void UseSnapshot() {
    if (snapshots_.empty()) return;
    const std::size_t i = random_() % snapshots_.size();
    const auto& [snapshot, model] = snapshots_[i];
    for (int probe = 0; probe < 5; ++probe) {
      const std::string key = Key();
      const auto at = model.find(key);
      EXPECT_EQ(GetOr(*store_, key, "absent", snapshot.get()),
                at == model.end() ? "absent" : at->second);
    }
    if (random_() % 2 == 0) {
      EXPECT_EQ(ScanAll(*store_, snapshot.get()), model);
      snapshots_.erase(snapshots_.begin() + static_cast<std::ptrdiff_t>(i));
    }
  }

  void Assign() {
    std::vector<FilterSpec> specs;
    for (std::size_t run = 0; run < store_->runs().size(); ++run) {
      specs.push_back(SpecOf(static_cast<std::uint32_t>(random_() % 8)));
    }
    ExpectOk(store_->AssignFilters(specs, random_() % 2 == 0));
  }

  void Reopen() {
    snapshots_.clear();
    store_.reset();
    store_ = MustOpen(options_);
  }

  MemoryFileSystem file_system_;
  std::mt19937_64 random_;
  StoreOptions options_;
  FilterKind kind_ = FilterKind::kNone;
  std::uint64_t keys_ = 0;
  std::unique_ptr<Store> store_;
  Contents model_;
  std::vector<std::pair<std::unique_ptr<Snapshot>, Contents>> snapshots_;
};

class StoreProperty : public ::testing::TestWithParam<Parameter> {};

TEST_P(StoreProperty, AnswersAsAMapDoesWhateverItUndergoes) {
  for (std::uint64_t seed = 1; seed <= 100; ++seed) {
    History history(seed, GetParam());
    for (int step = 0; step < 300; ++step) {
      history.Step();
      ASSERT_FALSE(HasFailure()) << "seed " << seed << " step " << step;
    }
    history.CheckEverything();
    ASSERT_FALSE(HasFailure()) << "seed " << seed << " at the end";
  }
}

std::string ParameterName(const ::testing::TestParamInfo<Parameter>& info) {
  const auto& [policy, kind] = info.param;
  return fmt::format("{}_{}", policy.name, FilterKindName(kind));
}

INSTANTIATE_TEST_SUITE_P(
    All, StoreProperty,
    ::testing::Combine(::testing::ValuesIn(kPolicies),
                       ::testing::Values(FilterKind::kNone, FilterKind::kBloom,
                                         FilterKind::kLevelDbBloom, FilterKind::kBlockedBloom,
                                         FilterKind::kRibbon, FilterKind::kBinaryFuse)),
    ParameterName);

}  // namespace
}  // namespace bitladder::engine
