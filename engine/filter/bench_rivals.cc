#include "engine/filter/bench_rivals.h"

#include <algorithm>
#include <array>
#include <string>

#include "engine/check.h"

#ifdef BITLADDER_HAVE_LEVELDB
#include <leveldb/filter_policy.h>
#include <leveldb/slice.h>
#endif
#ifdef BITLADDER_HAVE_ROCKSDB
#include <rocksdb/filter_policy.h>
#include <rocksdb/slice.h>
#include <rocksdb/table.h>

// RocksDB's public headers name these classes and hand out pointers to them, but do not define
// them. The virtual functions are those of version 7.8, which CMake insists on; the benchmark's
// checks of every answer would catch a mismatch.
namespace rocksdb {
class FilterBitsBuilder {
 public:
  virtual ~FilterBitsBuilder() = default;
  virtual void AddKey(const Slice& key) = 0;
  virtual std::size_t EstimateEntriesAdded() = 0;
  virtual Slice Finish(std::unique_ptr<const char[]>* buffer) = 0;
};
class FilterBitsReader {
 public:
  virtual ~FilterBitsReader() = default;
  virtual bool MayMatch(const Slice& key) = 0;
  virtual void MayMatch(int count, Slice** keys, bool* may_match) = 0;
};
}  // namespace rocksdb
#endif

namespace bitladder::engine {
namespace {

#ifdef BITLADDER_HAVE_LEVELDB
class LevelDbRival final : public RivalFilter {
 public:
  explicit LevelDbRival(int bits_per_key) : policy_(leveldb::NewBloomFilterPolicy(bits_per_key)) {}

  void Build(std::span<const KeyBytes> keys) override {
    std::vector<leveldb::Slice> slices;
    slices.reserve(keys.size());
    for (const KeyBytes& key : keys) slices.emplace_back(key.data(), key.size());
    filter_.clear();
    policy_->CreateFilter(slices.data(), static_cast<int>(slices.size()), &filter_);
  }
  bool MayContain(std::string_view key) const override {
    return policy_->KeyMayMatch(leveldb::Slice(key.data(), key.size()), filter_);
  }
  std::size_t CountMaybe(std::span<const KeyBytes> keys) const override {
    return static_cast<std::size_t>(std::count_if(
        keys.begin(), keys.end(), [this](const KeyBytes& key) { return MayContain(View(key)); }));
  }
  std::uint64_t filter_bits() const override { return 8 * filter_.size(); }

 private:
  std::unique_ptr<const leveldb::FilterPolicy> policy_;
  std::string filter_;
};
#endif

#ifdef BITLADDER_HAVE_ROCKSDB
constexpr std::size_t kMaxBatch = 32;

class RocksDbRival final : public RivalFilter {
 public:
  explicit RocksDbRival(int bits_per_key) : policy_(rocksdb::NewBloomFilterPolicy(bits_per_key)) {}

  void Build(std::span<const KeyBytes> keys) override {
    const rocksdb::BlockBasedTableOptions options;
    const rocksdb::FilterBuildingContext context(options);
    const std::unique_ptr<rocksdb::FilterBitsBuilder> builder(
        policy_->GetBuilderWithContext(context));
    for (const KeyBytes& key : keys) builder->AddKey({key.data(), key.size()});
    const rocksdb::Slice filter = builder->Finish(&buffer_);
    bytes_ = filter.size();
    reader_.reset(policy_->GetFilterBitsReader(filter));
  }
  bool MayContain(std::string_view key) const override {
    return reader_->MayMatch(rocksdb::Slice(key.data(), key.size()));
  }
  std::size_t CountMaybe(std::span<const KeyBytes> keys) const override {
    ENGINE_CHECK(keys.size() <= kMaxBatch, keys.size(), kMaxBatch);
    std::array<rocksdb::Slice, kMaxBatch> slices;
    std::array<rocksdb::Slice*, kMaxBatch> pointers;
    std::array<bool, kMaxBatch> may_match;
    for (std::size_t i = 0; i < keys.size(); ++i) {
      slices[i] = rocksdb::Slice(keys[i].data(), keys[i].size());
      pointers[i] = &slices[i];
    }
    reader_->MayMatch(static_cast<int>(keys.size()), pointers.data(), may_match.data());
    return static_cast<std::size_t>(std::count(
        may_match.begin(), may_match.begin() + static_cast<std::ptrdiff_t>(keys.size()), true));
  }
  std::uint64_t filter_bits() const override { return 8 * bytes_; }

 private:
  std::unique_ptr<const rocksdb::FilterPolicy> policy_;
  std::unique_ptr<const char[]> buffer_;
  std::unique_ptr<rocksdb::FilterBitsReader> reader_;
  std::uint64_t bytes_ = 0;
};
#endif

}  // namespace

std::vector<Rival> Rivals() {
  std::vector<Rival> rivals;
#ifdef BITLADDER_HAVE_LEVELDB
  rivals.push_back({"leveldb", [](int bits_per_key) -> std::unique_ptr<RivalFilter> {
                      return std::make_unique<LevelDbRival>(bits_per_key);
                    }});
#endif
#ifdef BITLADDER_HAVE_ROCKSDB
  rivals.push_back({"rocksdb", [](int bits_per_key) -> std::unique_ptr<RivalFilter> {
                      return std::make_unique<RocksDbRival>(bits_per_key);
                    }});
#endif
  return rivals;
}

}  // namespace bitladder::engine
