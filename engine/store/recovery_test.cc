#include <gtest/gtest.h>

#include <map>

#include "engine/store/file_names.h"
#include "engine/store/manifest_file.h"
#include "engine/store/store_for_test.h"

namespace bitladder::engine {
namespace {

class RecoveryTest : public ::testing::Test {
 protected:
  RecoveryTest() { options_.sync = SyncMode::kOnRequest; }

  void PutRange(Store& store, std::uint64_t first, std::uint64_t last) {
    for (std::uint64_t i = first; i < last; ++i) {
      ExpectOk(store.Put(TestKey(i), TestValue(i)));
    }
  }

  std::map<std::string, std::string> AllFiles() {
    std::map<std::string, std::string> files;
    for (const std::string& name : ListAll(file_system_)) {
      files[name] = *file_system_.ReadFile(std::string(kTestDirectory) + "/" + name);
    }
    return files;
  }

  std::string PathOfOnly(FileKind kind) {
    std::string path;
    for (const std::string& name : ListAll(file_system_)) {
      if (const auto file = ParseFileName(name); file && file->kind == kind) {
        EXPECT_TRUE(path.empty()) << path << " and " << name;
        path = std::string(kTestDirectory) + "/" + name;
      }
    }
    return path;
  }

  MemoryFileSystem file_system_;
  StoreOptions options_ = SmallOptions(file_system_);
};

// Opening writes no table, so the tree is that of the writes alone.
TEST_F(RecoveryTest, ReopeningInTheMiddleOfABufferLeavesTheTreeAsItWouldHaveBeen) {
  std::string uninterrupted;
  {
    const auto store = MustOpen(options_, "/uninterrupted");
    PutRange(*store, 0, 95);
    ExpectOk(store->Flush());
    uninterrupted = *store->Fingerprint();
  }
  for (std::uint64_t first = 0; first < 95; first += 7) {
    const auto store = MustOpen(options_);
    PutRange(*store, first, std::min<std::uint64_t>(first + 7, 95));
  }
  const auto store = MustOpen(options_);
  ExpectOk(store->Flush());
  EXPECT_EQ(*store->Fingerprint(), uninterrupted);
}

TEST_F(RecoveryTest, ATornLastBatchIsDroppedWholeAndTheStoreGoesOn) {
  WriteBatch batch;
  batch.Put("a", "1");
  batch.Put("b", "2");
  {
    const auto store = MustOpen(options_);
    PutRange(*store, 0, 3);
    ExpectOk(store->Write(batch));
    file_system_.CrashProcess();
  }
  const std::string path = PathOfOnly(FileKind::kLog);
  const std::string log = *file_system_.ReadFile(path);
  const std::size_t batch_bytes = 7 + 12 + 2 * 5;  // header of the record, of the batch, two writes
  for (std::size_t cut = 1; cut <= batch_bytes; ++cut) {
    const auto image = file_system_.Clone();
    image->SetContents(path, log.substr(0, log.size() - cut));
    StoreOptions options = options_;
    options.file_system = image.get();
    {
      const auto store = MustOpen(options);
      EXPECT_EQ(ScanAll(*store).size(), 3u) << cut << " bytes cut off";
      ExpectOk(store->Put("c", "3"));
      image->CrashProcess();
    }
    const auto store = MustOpen(options);
    EXPECT_EQ(ScanAll(*store).size(), 4u) << cut << " bytes cut off";
  }
}

TEST_F(RecoveryTest, ALogCutShortAfterAnOrderlyClosingIsDamage) {
  {
    const auto store = MustOpen(options_);
    PutRange(*store, 0, 3);
  }
  const std::string path = PathOfOnly(FileKind::kLog);
  const std::string log = *file_system_.ReadFile(path);
  file_system_.SetContents(path, log.substr(0, log.size() - 1));
  const auto store = Store::Open(options_, kTestDirectory);
  ASSERT_FALSE(store.has_value());
  EXPECT_EQ(store.error().code, ErrorCode::kCorruption);
  EXPECT_NE(store.error().message.find(path), std::string::npos) << store.error().message;
}

TEST_F(RecoveryTest, ABatchMissingInTheMiddleOfTheLogIsDamage) {
  {
    const auto store = MustOpen(options_);
    PutRange(*store, 0, 3);
    file_system_.CrashProcess();
  }
  const std::string path = PathOfOnly(FileKind::kLog);
  const std::string log = *file_system_.ReadFile(path);
  ASSERT_EQ(log.size() % 3, 0u);
  const std::size_t record = log.size() / 3;
  file_system_.SetContents(path, log.substr(0, record) + log.substr(2 * record));
  const auto store = Store::Open(options_, kTestDirectory);
  ASSERT_FALSE(store.has_value());
  EXPECT_NE(store.error().message.find("starts at sequence number 3 where 2 follows"),
            std::string::npos)
      << store.error().message;
}

TEST_F(RecoveryTest, OrphansGoAndForeignFilesStay) {
  MustOpen(options_).reset();
  const std::vector<std::string> orphans = {"000777.ldb", "000777.hashes", "000778.log",
                                            "000779.tmp", "MANIFEST-000780"};
  const std::vector<std::string> foreign = {"777.ldb", "notes.txt", "0000777.ldb", "MANIFEST-x"};
  for (const auto& names : {orphans, foreign}) {
    for (const std::string& name : names) {
      file_system_.SetContents(std::string(kTestDirectory) + "/" + name, "x");
    }
  }
  const auto store = MustOpen(options_);
  for (const std::string& name : orphans) {
    EXPECT_FALSE(*file_system_.Exists(std::string(kTestDirectory) + "/" + name)) << name;
  }
  for (const std::string& name : foreign) {
    EXPECT_TRUE(*file_system_.Exists(std::string(kTestDirectory) + "/" + name)) << name;
  }
  // Numbers go on above what was found, so that nothing left behind is ever taken for a new file.
  PutRange(*store, 0, 1);
  ExpectOk(store->Flush());
  EXPECT_GT(store->runs()[0].file_number, 780u);
}

// Numbers go on above every file of the directory, so one near the end of numbers would leave no
// name that could be read back.
TEST_F(RecoveryTest, AFileNumberThatNoStoreReachesIsRefusedAndNothingIsRemoved) {
  {
    const auto store = MustOpen(options_);
    PutRange(*store, 0, 15);
  }
  const std::string path = fmt::format("{}/{}.ldb", kTestDirectory, kMaxFileNumber);
  file_system_.SetContents(path, "stray");
  const auto before = AllFiles();
  const auto store = Store::Open(options_, kTestDirectory);
  ASSERT_FALSE(store.has_value());
  EXPECT_EQ(store.error().code, ErrorCode::kCorruption);
  EXPECT_EQ(AllFiles(), before);
  ExpectOk(file_system_.Remove(path));
  EXPECT_EQ(ScanAll(*MustOpen(options_)).size(), 15u);
}

TEST_F(RecoveryTest, WhereSequenceNumbersEndWritesAreRefusedAndTheStoreStaysWhole) {
  {
    const auto store = MustOpen(options_);
    PutRange(*store, 0, 10);
    ExpectOk(store->Flush());
  }
  StoreState state = ReadManifest(file_system_, kTestDirectory)->value().state;
  state.last_sequence = kMaxSequence - 2;
  state.next_file_number += 1;
  ASSERT_TRUE(
      ManifestWriter::Create(file_system_, kTestDirectory, state.next_file_number - 1, state, true)
          .has_value());
  for (int opening = 0; opening < 2; ++opening) {
    const auto store = MustOpen(options_);
    WriteBatch batch;
    for (std::uint64_t i = 0; i < 3; ++i) batch.Put(TestKey(100 + i), "v");
    EXPECT_EQ(store->Write(batch).error().code, ErrorCode::kInvalidArgument);
    ExpectOk(store->Put(TestKey(200 + static_cast<std::uint64_t>(opening)), "v"));
  }
  const auto store = MustOpen(options_);
  EXPECT_EQ(store->Put("k", "v").error().code, ErrorCode::kInvalidArgument);
  ExpectOk(store->Flush());
  EXPECT_EQ(ScanAll(*store).size(), 12u);
}

TEST_F(RecoveryTest, ReadOnlySeesEverythingChangesNothingAndNeedsNoLock) {
  {
    const auto store = MustOpen(options_);
    PutRange(*store, 0, 37);
    file_system_.CrashProcess();
  }
  const auto before = AllFiles();
  StoreOptions read_only = options_;
  read_only.read_only = true;
  {
    const auto first = MustOpen(read_only);
    const auto second = MustOpen(read_only);
    EXPECT_EQ(ScanAll(*first).size(), 37u);
    EXPECT_EQ(ScanAll(*second).size(), 37u);
    // Each has filters of its own.
    ExpectOk(first->AssignFilters(
        std::vector(first->runs().size(), FilterSpec{FilterKind::kBloom, 3 * 1024})));
    EXPECT_NE(first->runs()[0].filter, second->runs()[0].filter);
    WriteBatch batch;
    batch.Put("k", "v");
    for (const Status& status :
         {first->Put("k", "v"), first->Delete("k"), first->Write(batch), first->Flush(),
          first->Sync(),
          first->AssignFilters(std::vector(first->runs().size(), FilterSpec{}), true)}) {
      ASSERT_FALSE(status.has_value());
      EXPECT_EQ(status.error().message, "/store: opened read-only");
    }
  }
  EXPECT_EQ(AllFiles(), before);
}

TEST_F(RecoveryTest, ReadOnlyOpensNothingWhereNothingIs) {
  options_.read_only = true;
  EXPECT_EQ(Store::Open(options_, kTestDirectory).error().code, ErrorCode::kNotFound);
  EXPECT_FALSE(*file_system_.Exists(kTestDirectory));
}

TEST_F(RecoveryTest, WithoutALogClosingLosesWhatWasNotFlushedAndNothingElse) {
  options_.sync = SyncMode::kNoLog;
  {
    const auto store = MustOpen(options_);
    EXPECT_EQ(store->Sync().error().code, ErrorCode::kInvalidArgument);
    PutRange(*store, 0, 20);
    ExpectOk(store->Flush());
    PutRange(*store, 20, 25);
  }
  EXPECT_EQ(PathOfOnly(FileKind::kLog), "");
  EXPECT_EQ(ScanAll(*MustOpen(options_)).size(), 20u);
}

TEST_F(RecoveryTest, OpeningALoggedStoreWithoutALogKeepsWhatTheLogHeld) {
  {
    const auto store = MustOpen(options_);
    PutRange(*store, 0, 5);
    ExpectOk(store->Sync());
  }
  options_.sync = SyncMode::kNoLog;
  for (int opening = 0; opening < 2; ++opening) {
    EXPECT_EQ(ScanAll(*MustOpen(options_)).size(), 5u);
  }
  file_system_.CrashMachine({});  // even so
  const auto store = MustOpen(options_);
  EXPECT_EQ(ScanAll(*store).size(), 5u);
  ExpectOk(store->Flush());
  EXPECT_EQ(PathOfOnly(FileKind::kLog), "");
  EXPECT_EQ(ScanAll(*store).size(), 5u);
}

TEST_F(RecoveryTest, AStoreThatLostCurrentIsNotStartedAfresh) {
  {
    const auto store = MustOpen(options_);
    PutRange(*store, 0, 20);
    ExpectOk(store->Flush());
  }
  ExpectOk(file_system_.Remove(std::string(kTestDirectory) + "/CURRENT"));
  const auto before = AllFiles();
  const auto store = Store::Open(options_, kTestDirectory);
  ASSERT_FALSE(store.has_value());
  EXPECT_EQ(store.error().code, ErrorCode::kCorruption);
  EXPECT_EQ(AllFiles(), before);
}

// Another program's directory with a CURRENT and a manifest is left as it is.
TEST_F(RecoveryTest, AForeignManifestIsRefusedAndNothingIsRemoved) {
  ExpectOk(file_system_.CreateDirectories(kTestDirectory));
  file_system_.SetContents("/store/CURRENT", "MANIFEST-000004\n");
  {
    LogWriter manifest(*file_system_.CreateWritable("/store/MANIFEST-000004"));
    ExpectOk(manifest.Append("\1\x1aleveldb.BytewiseComparator"));
    ExpectOk(manifest.Flush());
  }
  file_system_.SetContents("/store/000005.ldb", "theirs");
  const auto store = Store::Open(options_, kTestDirectory);
  ASSERT_FALSE(store.has_value());
  EXPECT_EQ(store.error().message,
            "/store/MANIFEST-000004: record 1: not a manifest of this program");
  EXPECT_EQ(*file_system_.ReadFile("/store/000005.ldb"), "theirs");
}

// Edits carry the end keys of a run, so long keys make long edits.
TEST_F(RecoveryTest, ALongManifestIsBegunAnew) {
  const auto store = MustOpen(options_);
  const std::string name = PathOfOnly(FileKind::kManifest);
  for (int i = 0; i < 20; ++i) {
    ExpectOk(store->Put(std::string(60000, static_cast<char>('a' + i)), "v"));
    ExpectOk(store->Flush());
    ASSERT_LT(file_system_.FileSize(PathOfOnly(FileKind::kManifest)).value(), 1500000u);
  }
  EXPECT_NE(PathOfOnly(FileKind::kManifest), name);
  file_system_.CrashMachine({});
  EXPECT_EQ(ScanAll(*MustOpen(options_)).size(), 20u);
}

TEST_F(RecoveryTest, SequenceNumbersGoOnAfterBulkLoadsAndReopenings) {
  class One final : public SortedSource {
   public:
    bool Next(std::string_view* key, std::string_view* value) override {
      *key = "k";
      *value = "bulk";
      return left_-- > 0;
    }

   private:
    int left_ = 1;
  };
  {
    const auto store = MustOpen(options_);
    One source;
    ExpectOk(store->BulkLoadRun(3, 9, source));
  }
  {
    const auto store = MustOpen(options_);
    ExpectOk(store->Put("k", "put"));
  }
  const auto store = MustOpen(options_);
  EXPECT_EQ(GetOr(*store, "k", ""), "put");
  ExpectOk(store->Flush());
  EXPECT_EQ(GetOr(*store, "k", ""), "put");
}

}  // namespace
}  // namespace bitladder::engine
