#include "experiments/backends/lookup_loop.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/io/memory_file_system.h"

namespace bitladder::experiments {
namespace {

using ::testing::HasSubstr;

// Two neighbouring keys of an ordered key space, with room for one absent key between them.
class LookupLoopTest : public ::testing::Test {
 protected:
  LookupLoopTest() {
    engine::StoreOptions options;
    options.file_system = &file_system_;
    store_ = engine::Store::Open(options, "/store").value();
  }

  void Put(std::uint64_t place, const std::string& wrong_value = "") {
    std::string key;
    std::string value = wrong_value;
    keys_.WriteKey(place, &key);
    if (value.empty()) keys_.WriteValue(place, &value);
    ASSERT_TRUE(store_->Put(key, value).has_value());
  }

  Result<LookupLoopResult> RunAll(double existing_fraction, std::uint64_t entries) {
    LookupStream stream(keys_, {entries, existing_fraction},
                        {{keys_.PresentPlace(0), keys_.PresentPlace(1)}},
                        RandomStream(1, "lookups"));
    return RunLookups(*store_, keys_, stream, 100, false);
  }

  engine::MemoryFileSystem file_system_;
  KeySpace keys_{{.seed = 1, .key_bytes = 16, .value_bytes = 8, .order = LoadOrder::kSequential}};
  std::unique_ptr<engine::Store> store_;
};

TEST_F(LookupLoopTest, AcceptsRightAnswers) {
  Put(keys_.PresentPlace(0));
  Put(keys_.PresentPlace(1));
  const auto result = RunAll(0.5, 2);
  ASSERT_TRUE(result.has_value()) << result.error().message;
  EXPECT_GT(result->found, 0U);
  EXPECT_EQ(result->found_in_buffer, result->found) << "nothing was flushed";
}

TEST_F(LookupLoopTest, FailsWhereAZeroResultLookupFindsSomething) {
  Put(keys_.AbsentPlace(0));
  const auto result = RunAll(0, 2);
  ASSERT_FALSE(result.has_value());
  EXPECT_THAT(result.error().message, HasSubstr("was found, and it was never loaded"));
}

TEST_F(LookupLoopTest, FailsWhereAKeyIsLost) {
  Put(keys_.PresentPlace(0));
  const auto result = RunAll(1, 2);
  ASSERT_FALSE(result.has_value());
  EXPECT_THAT(result.error().message, HasSubstr("was not found, and it was loaded"));
}

TEST_F(LookupLoopTest, FailsWhereAValueIsAnotherKeys) {
  Put(keys_.PresentPlace(0), "12345678");
  const auto result = RunAll(1, 1);
  ASSERT_FALSE(result.has_value());
  EXPECT_THAT(result.error().message, HasSubstr("another value"));
}

}  // namespace
}  // namespace bitladder::experiments
