// Misspelt names and the known ones that they meant.
#include "experiments/config/nearest_name.h"

#include <gtest/gtest.h>

#include <string_view>
#include <vector>

namespace bitladder::experiments {
namespace {

const std::vector<std::string_view> kNames = {"entries",    "key_bytes",    "value_bytes",
                                              "size_ratio", "merge_policy", "io"};

TEST(NearestName, AllowsForALetterMoreOneLessOneWrongAndTwoSwapped) {
  EXPECT_EQ(NearestName("entriess", kNames), "entries");
  EXPECT_EQ(NearestName("entres", kNames), "entries");
  EXPECT_EQ(NearestName("entrias", kNames), "entries");
  EXPECT_EQ(NearestName("oi", kNames), "io") << "a swap is one edit, and one is allowed here";
}

TEST(NearestName, IgnoresLetterCaseAndOtherWordBreaks) {
  EXPECT_EQ(NearestName("SizeRatio", kNames), "size_ratio");
  EXPECT_EQ(NearestName("merge-policy", kNames), "merge_policy");
}

TEST(NearestName, TakesTheFirstOfEquallyNearNames) {
  const std::vector<std::string_view> names = {"ab1", "ab2"};
  EXPECT_EQ(NearestName("ab3", names), "ab1");
}

TEST(NearestName, KnowsTheStartOfALongName) {
  EXPECT_EQ(NearestName("merge", kNames), "merge_policy");
  EXPECT_EQ(NearestName("me", kNames), "");
}

TEST(NearestName, IsEmptyWhereNothingIsNear) {
  EXPECT_EQ(NearestName("compression", kNames), "");
  EXPECT_EQ(NearestName("", kNames), "");
  EXPECT_EQ(NearestName(std::string_view("entries\0entries", 15), kNames), "");
  EXPECT_EQ(NearestName("entries", {}), "");
}

}  // namespace
}  // namespace bitladder::experiments
