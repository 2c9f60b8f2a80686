#include "engine/table/format.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <string>
#include <tuple>
#include <vector>

#include "engine/table/separator.h"
#include "engine/table/table_for_test.h"

namespace bitladder::engine {
namespace {

TEST(InternalKeys, AreAUserKeyAndALittleEndianTag) {
  EXPECT_EQ(InternalKey("ab", 0x010203, ValueType::kValue),
            std::string("ab\x01\x03\x02\x01\0\0\0\0", 10));
  const std::string key = InternalKey("ab", kMaxSequence, ValueType::kDeletion);
  const auto parsed = ParseInternalKey(key);
  ASSERT_TRUE(parsed);
  EXPECT_EQ(parsed->user_key, "ab");
  EXPECT_EQ(parsed->sequence, kMaxSequence);
  EXPECT_EQ(parsed->type, ValueType::kDeletion);
}

TEST(InternalKeys, SortByUserKeyThenNewestFirst) {
  using Parts = std::tuple<std::string, std::uint64_t, ValueType>;
  std::vector<Parts> all;
  for (const std::string user_key : {"", "a", "aa", "ab", "b", "\x7f", "\x80", "\xff"}) {
    for (const std::uint64_t sequence : {0ul, 1ul, 255ul, 256ul, kMaxSequence}) {
      for (const ValueType type : {ValueType::kDeletion, ValueType::kValue}) {
        all.emplace_back(user_key, sequence, type);
      }
    }
  }
  const auto order = [](const Parts& p) {  // by hand: user key, then sequence and type descending
    return std::tuple(std::get<0>(p), ~std::get<1>(p), -static_cast<int>(std::get<2>(p)));
  };
  for (const Parts& a : all) {
    for (const Parts& b : all) {
      const int compared =
          CompareInternalKeys(std::apply(InternalKey, a), std::apply(InternalKey, b));
      EXPECT_EQ(compared < 0, order(a) < order(b));
      EXPECT_EQ(compared == 0, order(a) == order(b));
    }
  }
}

TEST(InternalKeys, ThatAreShortOrOfUnknownTypeAreRefused) {
  EXPECT_FALSE(ParseInternalKey(""));
  EXPECT_FALSE(ParseInternalKey("1234567"));
  EXPECT_TRUE(ParseInternalKey(std::string(8, '\0')));
  EXPECT_FALSE(ParseInternalKey(std::string("\x02\0\0\0\0\0\0\0", 8)));
  EXPECT_FALSE(ParseInternalKey(std::string("\xff\0\0\0\0\0\0\0", 8)));
}

TEST(BlockHandles, EndBeforeTheirLimitWithoutOverflow) {
  constexpr std::uint64_t kMax = std::numeric_limits<std::uint64_t>::max();
  EXPECT_TRUE(EndsBefore({0, 0}, 5));
  EXPECT_TRUE(EndsBefore({10, 20}, 35));
  EXPECT_FALSE(EndsBefore({10, 20}, 34));
  EXPECT_FALSE(EndsBefore({0, 0}, 4));
  EXPECT_FALSE(EndsBefore({kMax, kMax}, 100));
  EXPECT_FALSE(EndsBefore({kMax - 3, 1}, kMax));
  EXPECT_FALSE(EndsBefore({1, kMax - 5}, kMax));
  EXPECT_TRUE(EndsBefore({0, kMax - 5}, kMax));
}

TEST(Footers, ComeBackAndSayWhatTheyAre) {
  const Footer footer{{1000, 50}, {1055, 200}};
  std::string bytes;
  AppendFooter(&bytes, footer);
  ASSERT_EQ(bytes.size(), kFooterBytes);
  EXPECT_EQ(bytes.substr(40),
            "\x57\xfb\x80\x8b\x24\x75\x47\xdb");  // LevelDB's magic, low byte first
  const auto parsed = ParseFooter(bytes, 1055 + 200 + 5 + 48);
  ASSERT_TRUE(parsed) << parsed.error().message;
  EXPECT_EQ(*parsed, footer);
}

TEST(Footers, WithAnyDamagedBitAreRefused) {
  std::string bytes;
  AppendFooter(&bytes, {{1000, 50}, {1055, 200}});
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    for (int bit = 0; bit < 8; ++bit) {
      std::string damaged = bytes;
      damaged[i] = static_cast<char>(damaged[i] ^ (1 << bit));
      EXPECT_FALSE(ParseFooter(damaged, 1308)) << i << " " << bit;
    }
  }
  EXPECT_FALSE(ParseFooter(bytes, 1309));
  EXPECT_FALSE(ParseFooter(bytes.substr(1), 1308));
}

std::vector<std::string> AllStrings(std::string_view alphabet, std::size_t longest) {
  std::vector<std::string> all{""};
  for (std::size_t begin = 0, length = 0; length < longest; ++length) {
    const std::size_t end = all.size();
    for (; begin < end; ++begin) {
      for (const char letter : alphabet) all.push_back(all[begin] + letter);
    }
  }
  return all;
}

TEST(Separators, LieBetweenTheirBlocksAndAreNeverLonger) {
  const std::vector<std::string> keys = AllStrings(std::string_view("\0\1bd\xfe\xff", 6), 3);
  std::size_t shortened = 0;
  for (const std::string& low : keys) {
    for (const std::string& high : keys) {
      const std::string last = InternalKey(low, 5);
      const std::string next = InternalKey(high, low == high ? 4 : 9);
      if (CompareInternalKeys(last, next) >= 0) continue;
      const std::string fence = FenceBetween(last, next);
      ASSERT_TRUE(ParseInternalKey(fence));
      ASSERT_LE(CompareInternalKeys(last, fence), 0);
      ASSERT_LT(CompareInternalKeys(fence, next), 0);
      // A search for the newest version of the next key must not stop at this block.
      if (low != high) {
        ASSERT_LT(CompareInternalKeys(fence, InternalKey(high, kMaxSequence)), 0);
      }
      ASSERT_TRUE(fence == last || fence.size() < last.size());
      shortened += fence.size() < last.size();
    }
  }
  EXPECT_GT(shortened, 1000u);
  // The example everyone knows: "the quick" before "the who" needs no more than "the r".
  EXPECT_EQ(UserKey(FenceBetween(InternalKey("the quick", 1), InternalKey("the who", 1))), "the r");
}

}  // namespace
}  // namespace bitladder::engine
