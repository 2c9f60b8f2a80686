// Tables and block filters checked by LevelDB itself, in both directions.
#include <gtest/gtest.h>

#ifdef BITLADDER_HAS_LEVELDB

#include <leveldb/cache.h>
#include <leveldb/env.h>
#include <leveldb/filter_policy.h>
#include <leveldb/table.h>
#include <leveldb/table_builder.h>

#include <atomic>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/table/block.h"
#include "engine/table/block_filters.h"
#include "engine/table/block_io.h"
#include "engine/table/leveldb_for_test.h"
#include "engine/table/table_for_test.h"
#include "engine/table/table_parts.h"
#include "engine/table/verify.h"

namespace bitladder::engine {
namespace {

std::vector<TestEntry> NumberedEntries(std::size_t count, std::size_t value_bytes) {
  std::vector<TestEntry> entries;
  for (std::size_t i = 0; i < count; ++i) {
    // Half noise, half repetition, so that snappy has something to do and not everything.
    entries.push_back({NumberedKey(3 * i), 1000 + i, ValueType::kValue,
                       NoiseValue(value_bytes / 2, i) + std::string(value_bytes / 2, 'v')});
    if (i % 10 == 0) entries.push_back({NumberedKey(3 * i), 5, ValueType::kDeletion, ""});
  }
  return entries;
}

const std::vector<TableOptions>& AllOptions() {
  static const std::vector<TableOptions> all = {
      {},
      {.block_bytes = 1024, .block_align = false},
      {.block_bytes = 4096, .block_align = false, .compression = Compression::kSnappy},
      {.block_bytes = 256, .block_align = true, .restart_interval = 1},
      {.filter_layout = FilterLayout::kBlock},
  };
  return all;
}

TEST(LevelDb, ReadsTheTablesThatWeWrite) {
  const TemporaryDirectory directory;
  const auto entries = NumberedEntries(2000, 100);
  const InternalKeyOrder order;
  for (const TableOptions& table_options : AllOptions()) {
    const std::string path = directory / "t";
    WriteTable(PosixFileSystem(), path, entries, table_options, {FilterKind::kLevelDbBloom, 10240});
    leveldb::Options options;
    options.comparator = &order;
    options.paranoid_checks = true;
    leveldb::RandomAccessFile* raw_file = nullptr;
    ASSERT_TRUE(leveldb::Env::Default()->NewRandomAccessFile(path, &raw_file).ok());
    const std::unique_ptr<leveldb::RandomAccessFile> file(raw_file);
    leveldb::Table* raw_table = nullptr;
    const leveldb::Status opened =
        leveldb::Table::Open(options, file.get(), std::filesystem::file_size(path), &raw_table);
    ASSERT_TRUE(opened.ok()) << opened.ToString();
    const std::unique_ptr<leveldb::Table> table(raw_table);
    leveldb::ReadOptions read_options;
    read_options.verify_checksums = true;
    const std::unique_ptr<leveldb::Iterator> cursor(table->NewIterator(read_options));
    std::size_t at = 0;
    for (cursor->SeekToFirst(); cursor->Valid(); cursor->Next(), ++at) {
      ASSERT_LT(at, entries.size());
      const TestEntry& entry = entries[at];
      ASSERT_EQ(View(cursor->key()), InternalKey(entry.user_key, entry.sequence, entry.type));
      ASSERT_EQ(View(cursor->value()), entry.value);
    }
    EXPECT_TRUE(cursor->status().ok()) << cursor->status().ToString();
    EXPECT_EQ(at, entries.size());
    for (const TestEntry& entry : entries) {
      const std::string key = InternalKey(entry.user_key, entry.sequence, entry.type);
      cursor->Seek(key);
      ASSERT_TRUE(cursor->Valid());
      ASSERT_EQ(View(cursor->key()), key);
    }
  }
}

TEST(LevelDb, WritesTablesThatWeRead) {
  const TemporaryDirectory directory;
  const auto entries = NumberedEntries(2000, 100);
  const InternalKeyOrder order;
  for (const auto compression : {leveldb::kNoCompression, leveldb::kSnappyCompression}) {
    for (const int restart_interval : {1, 16}) {
      const std::string path = directory / "t";
      leveldb::Options options;
      options.comparator = &order;
      options.compression = compression;
      options.block_restart_interval = restart_interval;
      leveldb::WritableFile* raw_file = nullptr;
      ASSERT_TRUE(leveldb::Env::Default()->NewWritableFile(path, &raw_file).ok());
      const std::unique_ptr<leveldb::WritableFile> file(raw_file);
      leveldb::TableBuilder builder(options, file.get());
      for (const TestEntry& entry : entries) {
        builder.Add(InternalKey(entry.user_key, entry.sequence, entry.type), entry.value);
      }
      ASSERT_TRUE(builder.Finish().ok());
      ASSERT_TRUE(file->Close().ok());

      const auto table = OpenTable(PosixFileSystem(), path, ReadMode::kMmap);
      const auto cursor = table->NewIterator();
      std::size_t at = 0;
      for (cursor->SeekToFirst(); cursor->Valid(); cursor->Next(), ++at) {
        ASSERT_LT(at, entries.size());
        const TestEntry& entry = entries[at];
        ASSERT_EQ(cursor->key(), InternalKey(entry.user_key, entry.sequence, entry.type));
        ASSERT_EQ(cursor->value(), entry.value);
      }
      EXPECT_TRUE(cursor->status()) << cursor->status().error().message;
      EXPECT_EQ(at, entries.size());
      const auto verified = VerifyTable(PosixFileSystem(), path, "");
      ASSERT_TRUE(verified) << verified.error().message;
      EXPECT_EQ(verified->entries, entries.size());
    }
  }
}

using Contents = std::map<std::string, std::string>;

// A database of LevelDB's own, compacted so that all of it is in tables.
Contents WriteLevelDb(const std::string& path, const leveldb::Options& options) {
  Contents contents;
  leveldb::DB* raw_db = nullptr;
  EXPECT_TRUE(leveldb::DB::Open(options, path, &raw_db).ok());
  const std::unique_ptr<leveldb::DB> db(raw_db);
  for (std::uint64_t i = 0; i < 3000; ++i) {
    const std::string key = NumberedKey(i * 7919 % 3000);
    contents[key] = NoiseValue(i % 300, i);
    EXPECT_TRUE(db->Put({}, key, contents[key]).ok());
  }
  for (std::uint64_t i = 0; i < 3000; i += 5) {
    contents.erase(NumberedKey(i));
    EXPECT_TRUE(db->Delete({}, NumberedKey(i)).ok());
  }
  db->CompactRange(nullptr, nullptr);
  return contents;
}

TEST(LevelDb, KeepsDatabasesWhoseTablesWeRead) {
  const std::unique_ptr<const leveldb::FilterPolicy> bloom(leveldb::NewBloomFilterPolicy(10));
  for (const auto compression : {leveldb::kNoCompression, leveldb::kSnappyCompression}) {
    const TemporaryDirectory directory;
    leveldb::Options options;
    options.create_if_missing = true;
    options.compression = compression;
    options.filter_policy = bloom.get();
    const Contents contents = WriteLevelDb(directory.path(), options);
    std::vector<std::unique_ptr<TableReader>> tables;
    for (const std::string& path : directory.Files(".ldb")) {
      tables.push_back(OpenTable(PosixFileSystem(), path));
      ASSERT_NE(tables.back()->filter(), nullptr);
      EXPECT_EQ(tables.back()->filter()->kind(), FilterKind::kLevelDbBloom);
      const auto verified = VerifyTable(PosixFileSystem(), path, "");
      EXPECT_TRUE(verified) << verified.error().message;
    }
    ASSERT_FALSE(tables.empty());
    for (std::uint64_t i = 0; i < 3000; ++i) {
      const std::string key = NumberedKey(i);
      std::size_t found = 0;
      for (const auto& table : tables) {
        std::string value;
        const auto probe = table->Get(key, HashUserKey(key), kMaxSequence, table->filter(), &value);
        ASSERT_TRUE(probe) << probe.error().message;
        if (probe->outcome != ProbeOutcome::kFound) continue;
        ++found;
        ASSERT_EQ(value, contents.at(key));
      }
      ASSERT_EQ(found, contents.count(key)) << key;
    }
  }
}

// The keys of any table with the blocks that they lie in, by walking it.
TableKeys KeysOf(const TableParts& parts) {
  TableKeys keys;
  std::optional<std::string> last;
  for (std::size_t i = 0; i < parts.fences.size(); ++i) {
    const BlockHandle& handle = parts.fences.handle(i);
    const auto block = ReadBlock(*parts.file, handle, true);
    EXPECT_TRUE(block);
    BlockCursor cursor(block->payload);
    for (cursor.SeekToFirst(); cursor.Valid(); cursor.Next()) {
      const std::string user_key(UserKey(cursor.key()));
      keys.AddVersion(user_key, last != user_key);
      last = user_key;
    }
    keys.EndBlock(handle.offset, handle.offset + handle.size + kBlockTrailerBytes);
  }
  return keys;
}

TEST(LevelDb, MakesTheSameBlockFiltersByteForByte) {
  for (const int bits_per_key : {1, 3, 10, 16}) {
    const std::unique_ptr<const leveldb::FilterPolicy> bloom(
        leveldb::NewBloomFilterPolicy(bits_per_key));
    // Blocks of less than, about and much more than the 2 KiB of one filter.
    for (const std::size_t block_size : {300, 2048, 4096, 20000}) {
      const TemporaryDirectory directory;
      leveldb::Options options;
      options.create_if_missing = true;
      options.block_size = block_size;
      options.filter_policy = bloom.get();
      WriteLevelDb(directory.path(), options);
      for (const std::string& path : directory.Files(".ldb")) {
        const auto parts = OpenTableParts(PosixFileSystem(), path, ReadMode::kBuffered);
        ASSERT_TRUE(parts) << parts.error().message;
        const auto theirs = ReadBlock(*parts->file, parts->filter_handle, true);
        ASSERT_TRUE(theirs);
        const auto bits = static_cast<std::uint32_t>(bits_per_key) * 1024;
        EXPECT_TRUE(BuildBlockFilters(bits, KeysOf(*parts)) == theirs->payload)
            << bits_per_key << " bits, blocks of " << block_size;
      }
    }
  }
}

// Counts the reads of table files, and holds background work back: LevelDB compacts because of
// reads, and would merge the tables under the eyes of whoever counts.
class CountingEnv final : public leveldb::EnvWrapper {
 public:
  CountingEnv() : EnvWrapper(leveldb::Env::Default()) {}
  leveldb::Status NewRandomAccessFile(const std::string& name,
                                      leveldb::RandomAccessFile** result) override {
    leveldb::RandomAccessFile* below = nullptr;
    const leveldb::Status status = target()->NewRandomAccessFile(name, &below);
    if (status.ok()) *result = new CountedFile(below, &reads_);
    return status;
  }
  std::uint64_t reads() const { return reads_; }

  void Schedule(void (*work)(void*), void* argument) override {
    held_.emplace_back(work, argument);
  }
  // A database does not close before its work is done.
  void ReleaseWork() {
    for (const auto& [work, argument] : std::exchange(held_, {}))
      target()->Schedule(work, argument);
  }

 private:
  class CountedFile final : public leveldb::RandomAccessFile {
   public:
    CountedFile(leveldb::RandomAccessFile* below, std::atomic<std::uint64_t>* reads)
        : below_(below), reads_(reads) {}
    leveldb::Status Read(std::uint64_t offset, std::size_t n, leveldb::Slice* result,
                         char* scratch) const override {
      ++*reads_;
      return below_->Read(offset, n, result, scratch);
    }

   private:
    std::unique_ptr<leveldb::RandomAccessFile> below_;
    std::atomic<std::uint64_t>* reads_;
  };
  std::atomic<std::uint64_t> reads_ = 0;
  std::vector<std::pair<void (*)(void*), void*>> held_;
};

struct Runs {
  Contents contents;                  // what a reader of all runs sees
  std::vector<std::string> absent;    // keys of none, inside the range of each
  std::uint64_t false_positives = 0;  // of the absent keys, by our own reader and its block filters
};

// Three runs, the oldest first, with keys overwritten and deleted in the newer ones.
Runs WriteRuns(const TemporaryDirectory& directory) {
  Runs runs;
  std::uint64_t sequence = 1;
  for (std::uint64_t run = 1; run <= 3; ++run) {
    std::vector<TestEntry> entries;
    for (std::uint64_t i = 0; i < 4000; i += run) {
      const std::string key = NumberedKey(2 * i);
      const bool deleted = run > 1 && i % 7 == run;
      const std::string value = deleted ? "" : NoiseValue(50, i * 10 + run);
      entries.push_back(
          {key, sequence++, deleted ? ValueType::kDeletion : ValueType::kValue, value});
      if (deleted) {
        runs.contents.erase(key);
      } else {
        runs.contents[key] = value;
      }
    }
    const std::string path = directory / ("00000" + std::to_string(run) + ".ldb");
    WriteTable(PosixFileSystem(), path, entries, {.filter_layout = FilterLayout::kBlock},
               {FilterKind::kLevelDbBloom, 10240});
    std::filesystem::remove(path + ".hashes");
  }
  for (std::uint64_t i = 0; i < 4000 - 3; ++i) runs.absent.push_back(NumberedKey(2 * i + 1));
  for (const std::string& path : directory.Files(".ldb")) {
    const auto table = OpenTable(PosixFileSystem(), path);
    std::string value;
    for (const std::string& key : runs.absent) {
      const auto probe = table->Get(key, HashUserKey(key), kMaxSequence, table->filter(), &value);
      EXPECT_TRUE(probe->outcome == ProbeOutcome::kFilterNegative ||
                  probe->outcome == ProbeOutcome::kFalsePositive);
      runs.false_positives += probe->outcome == ProbeOutcome::kFalsePositive;
    }
  }
  return runs;
}

// Repairs a directory of our tables into a database and reads all of it. Returns the table reads
// that the absent keys cost.
std::uint64_t ReadAllThroughLevelDb(const TemporaryDirectory& directory, const Runs& runs,
                                    const leveldb::FilterPolicy* policy) {
  CountingEnv env;
  const std::unique_ptr<leveldb::Cache> no_cache(leveldb::NewLRUCache(0));
  leveldb::Options options;
  options.env = &env;
  options.paranoid_checks = true;
  options.filter_policy = policy;
  options.block_cache = no_cache.get();
  const leveldb::Status repaired = leveldb::RepairDB(directory.path(), options);
  EXPECT_TRUE(repaired.ok()) << repaired.ToString();
  leveldb::DB* raw_db = nullptr;
  const leveldb::Status opened = leveldb::DB::Open(options, directory.path(), &raw_db);
  EXPECT_TRUE(opened.ok()) << opened.ToString();
  if (!opened.ok()) return 0;
  const std::unique_ptr<leveldb::DB> db(raw_db);
  leveldb::ReadOptions read_options;
  read_options.verify_checksums = true;
  std::string value;
  for (std::uint64_t i = 0; i < 4000; ++i) {
    const std::string key = NumberedKey(2 * i);
    const leveldb::Status status = db->Get(read_options, key, &value);
    const auto expected = runs.contents.find(key);
    EXPECT_EQ(status.ok(), expected != runs.contents.end()) << key << " " << status.ToString();
    EXPECT_EQ(status.IsNotFound(), expected == runs.contents.end());
    if (status.ok()) {
      EXPECT_EQ(value, expected->second);
    }
  }
  const std::uint64_t before = env.reads();
  for (const std::string& key : runs.absent) {
    EXPECT_TRUE(db->Get(read_options, key, &value).IsNotFound());
  }
  const std::uint64_t cost = env.reads() - before;
  std::size_t scanned = 0;
  const std::unique_ptr<leveldb::Iterator> cursor(db->NewIterator(read_options));
  auto expected = runs.contents.begin();
  for (cursor->SeekToFirst(); cursor->Valid(); cursor->Next(), ++expected, ++scanned) {
    if (expected == runs.contents.end()) break;
    EXPECT_EQ(View(cursor->key()), expected->first);
    EXPECT_EQ(View(cursor->value()), expected->second);
  }
  EXPECT_TRUE(cursor->status().ok());
  EXPECT_EQ(scanned, runs.contents.size());
  env.ReleaseWork();
  return cost;
}

// Without filters an absent key costs LevelDB a block in each of the three tables, with them one
// for each false positive: the very ones that our reader finds with the same filters.
TEST(LevelDb, MakesADatabaseOfOurTablesAndItsFiltersAnswer) {
  const std::unique_ptr<const leveldb::FilterPolicy> bloom(leveldb::NewBloomFilterPolicy(10));
  for (const bool with_filters : {false, true}) {
    const TemporaryDirectory directory;
    const Runs runs = WriteRuns(directory);
    const std::uint64_t cost =
        ReadAllThroughLevelDb(directory, runs, with_filters ? bloom.get() : nullptr);
    EXPECT_EQ(cost, with_filters ? runs.false_positives : 3 * runs.absent.size());
  }
}

}  // namespace
}  // namespace bitladder::engine

#else

TEST(LevelDb, ReadsTheTablesThatWeWrite) {
  GTEST_SKIP() << "built without LevelDB: install libleveldb-dev and configure again";
}

#endif  // BITLADDER_HAS_LEVELDB
