// The log checked by LevelDB itself, in both directions.
#include <gtest/gtest.h>

#ifdef BITLADDER_HAS_LEVELDB

#include <leveldb/db.h>
#include <leveldb/write_batch.h>

#include <map>
#include <memory>
#include <string>
#include <utility>

#include "engine/io/coding.h"
#include "engine/io/file_system.h"
#include "engine/log/log_reader.h"
#include "engine/log/log_writer.h"
#include "engine/table/leveldb_for_test.h"

namespace bitladder::engine {
namespace {

// A value for every key, of sizes that leave records at, before and beyond the edges of 32 KiB
// blocks.
std::string ValueOf(std::size_t i) {
  return std::string(i * 997 % 40000, static_cast<char>('a' + i % 26));
}
std::string KeyOf(std::size_t i) { return "key" + std::to_string(1000 + i); }
constexpr std::size_t kKeys = 100;

// LevelDB's write batch: sequence number, count, then for each entry a type and length-prefixed
// parts.
std::string PutBatch(std::uint64_t sequence, std::string_view key, std::string_view value) {
  std::string batch;
  AppendFixed64(&batch, sequence);
  AppendFixed32(&batch, 1);
  batch.push_back(1);
  AppendLengthPrefixed(&batch, key);
  AppendLengthPrefixed(&batch, value);
  return batch;
}

TEST(LevelDb, RecoversTheLogsThatWeWrite) {
  const TemporaryDirectory directory;
  auto file = PosixFileSystem().CreateWritable(directory / "000005.log");
  ASSERT_TRUE(file);
  LogWriter writer(std::move(*file));
  for (std::size_t i = 0; i < kKeys; ++i) {
    ASSERT_TRUE(writer.Append(PutBatch(i + 1, KeyOf(i), ValueOf(i))));
  }
  ASSERT_TRUE(writer.Sync());
  leveldb::Options options;
  options.paranoid_checks = true;
  ASSERT_TRUE(leveldb::RepairDB(directory.path(), options).ok());
  leveldb::DB* raw_db = nullptr;
  ASSERT_TRUE(leveldb::DB::Open(options, directory.path(), &raw_db).ok());
  const std::unique_ptr<leveldb::DB> db(raw_db);
  for (std::size_t i = 0; i < kKeys; ++i) {
    std::string value;
    ASSERT_TRUE(db->Get({}, KeyOf(i), &value).ok()) << i;
    EXPECT_EQ(value, ValueOf(i));
  }
}

std::size_t CountRecords(const std::string& path, std::string* all) {
  LogReader reader(*PosixFileSystem().ReadFile(path), path);
  std::string record;
  std::size_t count = 0;
  while (true) {
    const auto more = reader.Next(&record);
    EXPECT_TRUE(more) << more.error().message;
    if (!more || !*more) break;
    ++count;
    all->append(record);
  }
  EXPECT_EQ(reader.torn_bytes(), 0u);
  return count;
}

TEST(LevelDb, WritesLogsAndManifestsThatWeRead) {
  const TemporaryDirectory directory;
  leveldb::Options options;
  options.create_if_missing = true;
  leveldb::DB* raw_db = nullptr;
  ASSERT_TRUE(leveldb::DB::Open(options, directory.path(), &raw_db).ok());
  std::unique_ptr<leveldb::DB> db(raw_db);
  std::string expected;
  for (std::size_t i = 0; i < kKeys; ++i) {
    ASSERT_TRUE(db->Put({}, KeyOf(i), ValueOf(i)).ok());
    expected += PutBatch(i + 1, KeyOf(i), ValueOf(i));
  }
  db.reset();
  const auto logs = directory.Files(".log");
  ASSERT_EQ(logs.size(), 1u);
  std::string records;
  EXPECT_EQ(CountRecords(logs[0], &records), kKeys);
  EXPECT_TRUE(records == expected);
  std::string manifest;
  for (const auto& entry : std::filesystem::directory_iterator(directory.path())) {
    const std::string path = entry.path().string();
    if (path.find("MANIFEST") == std::string::npos) continue;
    EXPECT_GE(CountRecords(path, &manifest), 1u);
  }
  EXPECT_NE(manifest.find("leveldb.BytewiseComparator"), std::string::npos);
}

}  // namespace
}  // namespace bitladder::engine

#else

TEST(LevelDb, RecoversTheLogsThatWeWrite) {
  GTEST_SKIP() << "built without LevelDB: install libleveldb-dev and configure again";
}

#endif  // BITLADDER_HAS_LEVELDB
