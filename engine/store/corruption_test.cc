// Every byte of a small store flipped, every file cut at every length or missing: opening and
// reading give an error that names the directory's file, or exactly the right answers.
#include <gtest/gtest.h>

#include <map>

#include "engine/store/store_for_test.h"
#include "engine/store/verify.h"
#include "engine/store/workload_for_test.h"

namespace bitladder::engine {
namespace {

class CorruptionTest : public ::testing::Test {
 protected:
  // Runs at two levels, a persistent filter assignment and a log with a few batches; closed in
  // order.
  void SetUp() override {
    MemoryFileSystem file_system;
    StoreOptions options = OptionsFor(file_system);
    {
      const auto store = MustOpen(options);
      for (std::uint64_t i = 0; i < 45; ++i) {
        ExpectOk(store->Put(TestKey(i * 7 % 40), TestValue(i)));
        expected_[TestKey(i * 7 % 40)] = TestValue(i);
      }
      ExpectOk(store->Delete(TestKey(3)));
      expected_.erase(TestKey(3));
      ASSERT_GE(store->runs().size(), 2u);
      ExpectOk(store->AssignFilters(
          std::vector(store->runs().size(), FilterSpec{FilterKind::kBloom, 8 * 1024}), true));
      WriteBatch batch;
      batch.Put(TestKey(50), "in the log");
      batch.Delete(TestKey(7));
      ExpectOk(store->Write(batch));
      expected_[TestKey(50)] = "in the log";
      expected_.erase(TestKey(7));
    }
    for (const std::string& name : ListAll(file_system)) {
      files_[name] = *file_system.ReadFile(std::string(kTestDirectory) + "/" + name);
    }
    ASSERT_TRUE(OpensAndReadsRight(files_));
  }

  static StoreOptions OptionsFor(FileSystem& file_system) {
    StoreOptions options = SmallOptions(file_system);
    options.sync = SyncMode::kOnRequest;
    return options;
  }

  using Files = std::map<std::string, std::string>;

  // True: every answer was right. False: an error, which names a file of the store. A wrong answer
  // fails the test.
  bool OpensAndReadsRight(const Files& files) const {
    MemoryFileSystem file_system;
    ExpectOk(file_system.CreateDirectories(kTestDirectory));
    for (const auto& [name, contents] : files) {
      file_system.SetContents(std::string(kTestDirectory) + "/" + name, contents);
    }
    const auto is_error = [](const Error& error) {
      EXPECT_NE(error.message.find(std::string(kTestDirectory) + "/"), std::string::npos)
          << error.message;
      EXPECT_EQ(error.message.find('\n'), std::string::npos) << error.message;
      return false;
    };
    const auto store = Store::Open(OptionsFor(file_system), kTestDirectory);
    if (!store) {
      return is_error(store.error());
    }
    bool right = true;
    std::string value;
    for (std::uint64_t i = 0; i < 60; ++i) {
      const std::string key = TestKey(i);
      const auto outcome = (*store)->Get(key, &value);
      if (!outcome) {
        right = is_error(outcome.error());
        continue;
      }
      const bool found =
          *outcome == LookupOutcome::kFound || *outcome == LookupOutcome::kFoundInBuffer;
      const auto at = expected_.find(key);
      EXPECT_EQ(found, at != expected_.end()) << key;
      EXPECT_TRUE(!found || value == at->second) << key;
    }
    const auto scan = (*store)->NewScan();
    auto at = expected_.begin();
    for (scan->SeekToFirst(); scan->Valid(); scan->Next(), ++at) {
      if (at == expected_.end() || scan->key() != at->first || scan->value() != at->second) {
        ADD_FAILURE() << "scan shows " << scan->key();
        return false;
      }
    }
    if (!scan->status()) {
      return is_error(scan->status().error());
    }
    EXPECT_EQ(at, expected_.end());
    const auto reassigned = (*store)->AssignFilters(
        std::vector((*store)->runs().size(), FilterSpec{FilterKind::kBloom, 5 * 1024}));
    return reassigned ? right : is_error(reassigned.error());
  }

  Contents expected_;
  Files files_;
};

TEST_F(CorruptionTest, EveryFlippedByteIsAnErrorOrHarmless) {
  for (const auto& [name, contents] : files_) {
    std::size_t errors = 0;
    for (std::size_t offset = 0; offset < contents.size(); ++offset) {
      for (const int mask : {1 << (offset % 8), 0xff}) {
        Files damaged = files_;
        damaged[name][offset] = static_cast<char>(damaged[name][offset] ^ mask);
        errors += OpensAndReadsRight(damaged) ? 0 : 1;
        ASSERT_FALSE(HasFailure()) << name << " at offset " << offset << " mask " << mask;
      }
    }
    // Only padding is harmless.
    if (!contents.empty()) {
      EXPECT_GT(errors, contents.size()) << name;
    }
  }
}

TEST_F(CorruptionTest, EveryFileCutAtEveryLengthIsAnErrorOrHarmless) {
  for (const auto& [name, contents] : files_) {
    for (std::size_t length = 0; length < contents.size(); ++length) {
      Files damaged = files_;
      damaged[name].resize(length);
      EXPECT_FALSE(OpensAndReadsRight(damaged)) << name << " cut to " << length;
      ASSERT_FALSE(HasFailure()) << name << " cut to " << length;
    }
  }
}

TEST_F(CorruptionTest, EveryMissingFileIsAnError) {
  for (const auto& [name, contents] : files_) {
    Files damaged = files_;
    damaged.erase(name);
    const bool harmless = name == "LOCK";
    EXPECT_EQ(OpensAndReadsRight(damaged), harmless) << name;
    if (harmless) {
      continue;
    }
    // There is a store: not kNotFound.
    MemoryFileSystem file_system;
    ExpectOk(file_system.CreateDirectories(kTestDirectory));
    for (const auto& [other, bytes] : damaged) {
      file_system.SetContents(std::string(kTestDirectory) + "/" + other, bytes);
    }
    EXPECT_EQ(VerifyStore(file_system, kTestDirectory).error().code, ErrorCode::kCorruption);
    EXPECT_EQ(Store::Open(OptionsFor(file_system), kTestDirectory).error().code,
              ErrorCode::kCorruption);
  }
}

TEST_F(CorruptionTest, GarbageInPlaceOfAnyFileIsAnError) {
  for (const auto& [name, contents] : files_) {
    if (name == "LOCK") {
      continue;
    }
    for (const std::string& garbage :
         {std::string(), std::string(5000, '\0'), std::string(5000, '\xff'),
          std::string("MANIFEST-000001\n"), contents + contents}) {
      Files damaged = files_;
      damaged[name] = garbage;
      EXPECT_FALSE(OpensAndReadsRight(damaged)) << name;
    }
  }
}

// After a crash the log's tail may be torn, and that is not damage.
TEST_F(CorruptionTest, VerifyFindsEveryFlippedByteOfATable) {
  for (const auto& [name, contents] : files_) {
    if (!name.ends_with(".ldb") && !name.ends_with(".hashes")) {
      continue;
    }
    for (std::size_t offset = 0; offset < contents.size(); offset += 3) {
      MemoryFileSystem file_system;
      ExpectOk(file_system.CreateDirectories(kTestDirectory));
      for (const auto& [other, bytes] : files_) {
        file_system.SetContents(std::string(kTestDirectory) + "/" + other, bytes);
      }
      std::string damaged = contents;
      damaged[offset] = static_cast<char>(damaged[offset] ^ 0x10);
      file_system.SetContents(std::string(kTestDirectory) + "/" + name, damaged);
      const auto report = VerifyStore(file_system, kTestDirectory);
      ASSERT_FALSE(report.has_value()) << name << " at offset " << offset;
      EXPECT_NE(report.error().message.find(name), std::string::npos) << report.error().message;
    }
  }
}

}  // namespace
}  // namespace bitladder::engine
