#include "experiments/selftest/self_test.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "experiments/config/strict_json.h"
#include "experiments/result/temporary_directory_for_test.h"

namespace bitladder::experiments {
namespace {

// 10 lookups, 3 of them found, by hand: two paid one wasted I/O and one paid two.
std::string RecordWith(const std::string& run, const std::string& measured) {
  return R"({"tree": {"runs": [{"filter_probes": 9, "true_positives": 3, "false_positives": 5,
    "fence_rejections": 1, "block_reads": 7)" +
         run + R"(}]}, "measured": {"lookups": 10, "found": 3, "found_in_buffer": 0,
    "wasted_block_accesses": 4, "wasted_ios": 4, "filter_probes": 12, "block_reads": 7,
    "ios_per_lookup_histogram": )" +
         measured + "}}";
}

TEST(SelfTest, AcceptsCountersThatAddUp) {
  const Json record = ParseStrictJson(RecordWith("", "[7, 2, 1]")).value();
  for (const SelfCheck& check : CheckCounters(record)) EXPECT_TRUE(check.passed) << check.name;
}

TEST(SelfTest, RejectsEveryCounterThatDoesNot) {
  const std::string right = RecordWith("", "[7, 2, 1]");
  for (const auto& [from, to] : {std::pair{"[7, 2, 1]", "[6, 2, 1]"},
                                 {"[7, 2, 1]", "[7, 1, 2]"},
                                 {"\"false_positives\": 5", "\"false_positives\": 6"},
                                 {"\"filter_probes\": 9", "\"filter_probes\": 8"},
                                 {"\"found\": 3", "\"found\": 4"},
                                 {"\"true_positives\": 3", "\"true_positives\": 2"}}) {
    std::string wrong = right;
    wrong.replace(wrong.find(from), std::string(from).size(), to);
    EXPECT_FALSE(AllPassed(CheckCounters(ParseStrictJson(wrong).value()))) << to;
  }
  EXPECT_FALSE(
      AllPassed(CheckCounters(ParseStrictJson(R"({"measured": {"lookups": 1}})").value())));
}

TEST(SelfTest, FindsHashFiltersAndStoreOfThisBuildRight) {
  const TemporaryDirectory directory;
  for (const auto& checks : {CheckHash(), CheckFilters(), CheckStore(directory.path()).value()}) {
    for (const SelfCheck& check : checks) {
      EXPECT_TRUE(check.passed) << check.name << ": " << check.value << ", " << check.expectation;
    }
  }
}

TEST(SelfTest, SaysOfAFileSystemInMemoryThatDirectReadsMeanNothing) {
  if (!std::filesystem::is_directory("/dev/shm")) GTEST_SKIP() << "no file system in memory here";
  const TemporaryDirectory directory("/dev/shm");
  const std::vector<SelfCheck> checks = CheckDirectReads(directory.path()).value();
  ASSERT_EQ(checks.size(), 2U);
  EXPECT_NE(checks[1].value.find("tmpfs"), std::string::npos) << checks[1].value;
  EXPECT_TRUE(AllPassed(checks));
}

}  // namespace
}  // namespace bitladder::experiments
