#include "engine/filter/prefix_filter.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <set>
#include <string>
#include <utility>

#include "engine/filter/rate_interval_for_test.h"

namespace bitladder::engine {
namespace {

constexpr PrefixFilterSpec kSpec = {
    .prefix_bytes = 6, .filter = {.kind = FilterKind::kBloom, .bits_per_key_1024 = 10 * 1024}};

// Customers 000003, 000006, ... with five orders each.
std::set<std::string> Orders(int customers) {
  std::set<std::string> keys;
  for (int c = 1; c <= customers; ++c) {
    for (int order = 0; order < 5; ++order) keys.insert(fmt::format("{:06}/{}", 3 * c, order));
  }
  return keys;
}

std::string Build(const PrefixFilterSpec& spec, const std::set<std::string>& keys) {
  PrefixFilterBuilder builder(spec);
  for (const std::string& key : keys) builder.Add(key);
  return builder.Finish();
}

PrefixFilterReader Open(std::string bytes) {
  auto reader = PrefixFilterReader::Open(std::move(bytes));
  EXPECT_TRUE(reader.has_value()) << reader.error().message;
  return *std::move(reader);
}

TEST(PrefixFilter, NeverSkipsARunThatHoldsAKeyOfTheRange) {
  std::set<std::string> keys = Orders(300);
  keys.insert({"", "0", "00000", "000003", "000009~", "zzzzzz"});
  for (const FilterKind kind : {FilterKind::kBloom, FilterKind::kBlockedBloom, FilterKind::kRibbon,
                                FilterKind::kBinaryFuse, FilterKind::kLevelDbBloom}) {
    PrefixFilterSpec spec = kSpec;
    spec.filter.kind = kind;
    const PrefixFilterReader reader = Open(Build(spec, keys));
    for (int c = 0; c < 1000; ++c) {
      for (const auto& [from, to] : {std::pair{"", "~"}, {"/1", "/2"}, {"/5", "/9"}}) {
        const std::string first = fmt::format("{:06}{}", c, from);
        const std::string last = fmt::format("{:06}{}", c, to);
        const auto at = keys.lower_bound(first);
        const bool held = at != keys.end() && *at <= last;
        if (held) {
          ASSERT_TRUE(reader.MayContainRange(first, last)) << first;
        }
      }
    }
  }
}

TEST(PrefixFilter, SkipsMostRunsWithoutThePrefix) {
  const PrefixFilterReader reader = Open(Build(kSpec, Orders(300)));
  int maybe = 0;
  for (int c = 0; c < 900; ++c) {
    if (c % 3 != 0)
      maybe += reader.MayContainRange(fmt::format("{:06}", c), fmt::format("{:06}~", c));
  }
  EXPECT_LT(maybe, 60);  // about 5 of 600
}

TEST(PrefixFilter, SaysMaybeToARangeOfSeveralPrefixes) {
  const PrefixFilterReader reader = Open(Build(kSpec, Orders(10)));
  EXPECT_TRUE(reader.MayContainRange("500000", "500001"));
  EXPECT_TRUE(reader.MayContainRange("5000", "5000"));
  EXPECT_TRUE(reader.MayContainRange("500000", "5"));
}

TEST(PrefixFilter, CountsEachPrefixOnceAndLeavesShortKeysOut) {
  PrefixFilterBuilder builder(kSpec);
  builder.Add("00000");
  for (const std::string& key : Orders(40)) builder.Add(key);
  EXPECT_EQ(builder.distinct_prefixes(), 40U);
  EXPECT_EQ(Open(builder.Finish()).filter().filter_bits(), 400U);
}

TEST(PrefixFilter, ErrsAtTheRateOfItsDistinctPrefixes) {
  constexpr int kPrefixes = 20000, kLookups = 200000;
  const PrefixFilterReader reader = Open(Build(kSpec, Orders(kPrefixes)));
  int maybe = 0;
  for (int i = 0; i < kLookups; ++i) {
    const std::string absent = fmt::format("x{:05}", i % 100000) + (i < 100000 ? "" : "+");
    maybe += reader.filter().MayContain(HashUserKey(absent));
  }
  const double rate = BloomRate(10.0 * kPrefixes, kPrefixes, 7);
  EXPECT_NEAR(maybe / double{kLookups}, rate,
              kOneInAMillion * MeasuredRateSd(rate, 10.0 * kPrefixes, kPrefixes, 7, kLookups));
}

TEST(PrefixFilter, IsAbsentWithoutPrefixesOrBits) {
  EXPECT_EQ(Build(kSpec, {"short"}), "");
  PrefixFilterSpec none = kSpec;
  none.filter.bits_per_key_1024 = 0;
  EXPECT_EQ(Build(none, Orders(10)), "");
}

TEST(PrefixFilter, RefusesAPrefixOfNoBytesAndUnknownKinds) {
  const std::string bytes = Build(kSpec, Orders(40));
  std::string bad = bytes;
  bad[bad.size() - 5] = 0;
  EXPECT_FALSE(PrefixFilterReader::Open(bad));
  for (const char kind : {'\x00', '\x06', '\xff'}) {
    EXPECT_FALSE(PrefixFilterReader::Open(bytes.substr(0, bytes.size() - 1) + kind));
  }
}

TEST(PrefixFilter, SurvivesEveryTruncationAndEveryFlippedByte) {
  const std::string bytes = Build(kSpec, Orders(40));
  for (std::size_t length = 0; length < bytes.size(); ++length) {
    EXPECT_FALSE(PrefixFilterReader::Open(bytes.substr(0, length))) << length;
  }
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    for (const char flip : {'\x01', '\x02', '\x80', '\xff'}) {
      std::string bad = bytes;
      bad[i] = static_cast<char>(bad[i] ^ flip);
      const auto reader = PrefixFilterReader::Open(bad);
      if (reader) (void)reader->MayContainRange("000003", "000003~");
      if (!reader) {
        EXPECT_EQ(reader.error().code, ErrorCode::kCorruption);
      }
    }
  }
}

}  // namespace
}  // namespace bitladder::engine
