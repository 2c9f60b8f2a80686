#include <gtest/gtest.h>

#include "engine/store/file_names.h"
#include "engine/store/store_for_test.h"
#include "engine/table/filter_block.h"

namespace bitladder::engine {
namespace {

// Counts what is read of table files through it.
class CountingFileSystem final : public FileSystem {
 public:
  explicit CountingFileSystem(FileSystem& base) : base_(base) {}

  Result<std::unique_ptr<RandomAccessFile>> OpenRandomAccess(const std::string& path,
                                                             ReadMode mode) override {
    auto file = base_.OpenRandomAccess(path, mode);
    if (!file) {
      return file;
    }
    return std::make_unique<File>(*std::move(file), table_reads_);
  }
  Result<std::unique_ptr<WritableFile>> CreateWritable(const std::string& path) override {
    return base_.CreateWritable(path);
  }
  Result<std::string> ReadFile(const std::string& path) override {
    table_reads_ += path.ends_with(".ldb") ? 1 : 0;
    return base_.ReadFile(path);
  }
  Result<std::vector<std::string>> ListDirectory(const std::string& path) override {
    return base_.ListDirectory(path);
  }
  Result<bool> Exists(const std::string& path) override { return base_.Exists(path); }
  Result<std::uint64_t> FileSize(const std::string& path) override { return base_.FileSize(path); }
  Status CreateDirectories(const std::string& path) override {
    return base_.CreateDirectories(path);
  }
  Status Remove(const std::string& path) override { return base_.Remove(path); }
  Status Rename(const std::string& from, const std::string& to) override {
    return base_.Rename(from, to);
  }
  Status SyncDirectory(const std::string& path) override { return base_.SyncDirectory(path); }
  Result<std::unique_ptr<FileLock>> Lock(const std::string& path) override {
    return base_.Lock(path);
  }

  std::uint64_t table_reads() const { return table_reads_; }

 private:
  class File final : public RandomAccessFile {
   public:
    File(std::unique_ptr<RandomAccessFile> base, std::uint64_t& table_reads)
        : base_(std::move(base)), table_reads_(table_reads) {}
    Result<std::string_view> Read(std::uint64_t offset, std::size_t size,
                                  char* scratch) const override {
      table_reads_ += path().ends_with(".ldb") ? 1 : 0;
      return base_->Read(offset, size, scratch);
    }
    std::uint64_t size() const override { return base_->size(); }
    const std::string& path() const override { return base_->path(); }

   private:
    std::unique_ptr<RandomAccessFile> base_;
    std::uint64_t& table_reads_;
  };
  FileSystem& base_;
  std::uint64_t table_reads_ = 0;
};

struct Assigned {
  FilterSpec spec;
  FilterLayout layout = FilterLayout::kRun;
};
const std::vector<Assigned> kAssigned = {
    {{FilterKind::kBloom, 1 * 1024}},
    {{FilterKind::kBloom, 10 * 1024}},
    {{FilterKind::kBloom, 7 * 1024 + 333}},
    {{FilterKind::kBlockedBloom, 9 * 1024}},
    {{FilterKind::kRibbon, 8 * 1024}},
    {{FilterKind::kBinaryFuse, 11 * 1024}},
    {{FilterKind::kLevelDbBloom, 12 * 1024}},
    {{FilterKind::kLevelDbBloom, 5 * 1024}, FilterLayout::kBlock},
    {{FilterKind::kNone, 0}}};

class AssignFilters : public ::testing::Test {
 protected:
  // Runs "1:1 2:6" with updates and tombstones, filters by `spec` at creation.
  std::unique_ptr<Store> Load(const std::string& path, const FilterSpec& spec,
                              FileSystem* file_system = nullptr) {
    options_.filter_at_creation = [spec](int, std::uint64_t) { return spec; };
    options_.file_system = file_system != nullptr ? file_system : &memory_;
    auto store = MustOpen(options_, path);
    for (std::uint64_t i = 0; i < 60; ++i) {
      ExpectOk(store->Put(TestKey(i * 37 % 64), TestValue(i)));
      if (i % 9 == 0) {
        ExpectOk(store->Delete(TestKey(i)));
      }
    }
    ExpectOk(store->Flush());
    return store;
  }
  MemoryFileSystem memory_;
  StoreOptions options_ = SmallOptions(memory_);
};

TEST_F(AssignFilters, EachIsByteIdenticalToWhatTheTableWriterBuilds) {
  for (const auto& [spec, layout] : kAssigned) {
    SCOPED_TRACE(fmt::format("{} {}", FilterKindName(spec.kind), spec.bits_per_key_1024));
    options_.table.filter_layout = layout;
    const std::string written_path = fmt::format("/w{}", spec.bits_per_key_1024);
    const std::string assigned_path = fmt::format("/a{}", spec.bits_per_key_1024);
    const auto written = Load(written_path, spec);
    const auto assigned = Load(assigned_path, FilterSpec{FilterKind::kNone, 0});
    ASSERT_GE(written->runs().size(), 2u);
    ExpectOk(assigned->AssignFilters(std::vector(written->runs().size(), spec)));
    for (std::size_t i = 0; i < written->runs().size(); ++i) {
      const RunInfo from_writer = written->runs()[i];
      const RunInfo overlay = assigned->runs()[i];
      EXPECT_EQ(overlay.filter, spec);
      EXPECT_EQ(overlay.filter_bits, from_writer.filter_bits);
      EXPECT_EQ(overlay.filter_file_bytes, from_writer.filter_file_bytes);
      EXPECT_EQ(overlay.fpr_from_contents, from_writer.fpr_from_contents);
      // The block's bytes stand in the written table as they are.
      const auto block = RebuildFilterBlock(
          memory_, FilePath(assigned_path, {FileKind::kHashes, overlay.file_number}),
          overlay.table.distinct_keys, layout, spec);
      ASSERT_TRUE(block.has_value());
      EXPECT_EQ(block->size(), from_writer.filter_file_bytes);
      const auto table =
          memory_.ReadFile(FilePath(written_path, {FileKind::kTable, from_writer.file_number}));
      EXPECT_NE(table->find(*block), std::string::npos);
    }
    // And both stores answer alike, probe by probe.
    LookupTrace a;
    LookupTrace b;
    std::string value;
    for (std::uint64_t i = 0; i < 500; ++i) {
      ASSERT_TRUE(written->Get(TestKey(i), &value, &a).has_value());
      ASSERT_TRUE(assigned->Get(TestKey(i), &value, &b).has_value());
      ASSERT_EQ(a.outcome, b.outcome);
      ASSERT_EQ(a.probes.size(), b.probes.size());
      for (std::size_t probe = 0; probe < a.probes.size(); ++probe) {
        ASSERT_EQ(a.probes[probe].result.outcome, b.probes[probe].result.outcome);
      }
    }
  }
}

TEST_F(AssignFilters, ReadsNoTable) {
  CountingFileSystem counting(memory_);
  const auto store = Load("/counted", {FilterKind::kNone, 0}, &counting);
  const std::uint64_t before = counting.table_reads();
  ASSERT_GT(before, 0u);
  ExpectOk(store->AssignFilters(std::vector(store->runs().size(), FilterSpec{})));
  EXPECT_EQ(counting.table_reads(), before);
}

TEST_F(AssignFilters, ChangesNothingOnDiskUnlessAskedToPersist) {
  const auto store = Load("/s", {FilterKind::kBloom, 4 * 1024});
  const std::string fingerprint = *store->Fingerprint();
  const std::vector<std::string> files = ListAll(memory_, "/s");
  ExpectOk(store->AssignFilters(std::vector(store->runs().size(), FilterSpec{})));
  EXPECT_EQ(*store->Fingerprint(), fingerprint);
  EXPECT_EQ(ListAll(memory_, "/s"), files);
}

TEST_F(AssignFilters, APersistentAssignmentIsRebuiltByTheNextOpenAndAPassingOneIsNot) {
  const FilterSpec kept{FilterKind::kBloom, 6 * 1024};
  const FilterSpec passing{FilterKind::kBloom, 2 * 1024};
  auto store = Load("/s", {FilterKind::kNone, 0});
  const std::size_t runs = store->runs().size();
  ExpectOk(store->AssignFilters(std::vector(runs, kept), true));
  ExpectOk(store->AssignFilters(std::vector(runs, passing)));
  EXPECT_EQ(store->runs()[0].filter, passing);
  for (int reopen = 0; reopen < 2; ++reopen) {
    store.reset();
    store = MustOpen(options_, "/s");
    for (const RunInfo& run : store->runs()) {
      EXPECT_EQ(run.filter, kept);
      EXPECT_EQ(run.table.filter, (FilterSpec{FilterKind::kNone, 0}));
      EXPECT_GT(run.filter_bits, 0u);
    }
  }
}

TEST_F(AssignFilters, RunsWrittenLaterGetTheFilterAtCreationAndTheOthersKeepTheirs) {
  const FilterSpec creation{FilterKind::kBloom, 3 * 1024};
  const FilterSpec assigned{FilterKind::kBloom, 9 * 1024};
  const auto store = Load("/s", creation);
  ExpectOk(store->AssignFilters(std::vector(store->runs().size(), assigned)));
  const RunInfo oldest = store->runs().back();
  ExpectOk(store->Put("z", "z"));
  ExpectOk(store->Flush());
  EXPECT_EQ(store->runs().front().filter, creation);
  EXPECT_EQ(store->runs().back().file_number, oldest.file_number);
  EXPECT_EQ(store->runs().back().filter, assigned);
}

TEST_F(AssignFilters, RefusesAListOfAnotherLengthAndAbsurdBits) {
  const auto store = Load("/s", {FilterKind::kNone, 0});
  const std::size_t runs = store->runs().size();
  EXPECT_EQ(store->AssignFilters(std::vector(runs + 1, FilterSpec{})).error().code,
            ErrorCode::kInvalidArgument);
  const FilterSpec absurd{FilterKind::kBloom, 128 * 1024 + 1};
  EXPECT_EQ(store->AssignFilters(std::vector(runs, absurd)).error().code,
            ErrorCode::kInvalidArgument);
}

TEST_F(AssignFilters, WithoutOneHashesFileNoFilterChanges) {
  const FilterSpec creation{FilterKind::kBloom, 3 * 1024};
  const auto store = Load("/s", creation);
  const RunInfo oldest = store->runs().back();
  ExpectOk(memory_.Remove(FilePath("/s", {FileKind::kHashes, oldest.file_number})));
  EXPECT_FALSE(store->AssignFilters(std::vector(store->runs().size(), FilterSpec{})).has_value());
  for (const RunInfo& run : store->runs()) {
    EXPECT_EQ(run.filter, creation);
  }
}

}  // namespace
}  // namespace bitladder::engine
