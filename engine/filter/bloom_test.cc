#include "engine/filter/bloom.h"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "engine/filter/bloom_bits.h"
#include "engine/filter/golden_keys.h"
#include "engine/filter/test_keys.h"

namespace bitladder::engine {
namespace {

TEST(BloomBits, RoundsTheRequestDownToBytes) {
  EXPECT_EQ(BloomBits(1000, 10 * 1024), 10000U);
  EXPECT_EQ(BloomBits(1024, 16954), 16952U);  // 16.557 bits per key
  EXPECT_EQ(BloomBits(7, 1024), 0U);
  EXPECT_EQ(BloomBits(8, 1024), 8U);
  EXPECT_EQ(BloomBits(8 * 1024, 1), 8U);
  EXPECT_EQ(BloomBits(8 * 1024 - 1, 1), 0U);
}

TEST(BloomBits, PassesTheLimitOf32BitsUnharmed) {
  const std::uint64_t limit = std::uint64_t{1} << 32;
  EXPECT_EQ(BloomBits(limit / 8, 8 * 1024), limit);
  EXPECT_EQ(BloomBits(limit / 8 + 1, 8 * 1024), limit + 8);
  EXPECT_EQ(BloomBits(10'000'000'000, 10 * 1024), 100'000'000'000U);
  EXPECT_EQ(BloomBits(std::uint64_t{1} << 50, 128 * 1024), std::uint64_t{1} << 57);
}

// A filter of 12 Gbit over 5000 keys, in memory that is never touched but where bits are set:
// positions beyond 2^32 are used, evenly, and are found again.
TEST(BloomBits, AreSetAndFoundBeyondTheLimitOf32Bits) {
  constexpr std::uint64_t kBits = 3 * (std::uint64_t{1} << 32);
  constexpr int kProbes = 7;
  const std::unique_ptr<std::uint8_t, decltype(&std::free)> data(
      static_cast<std::uint8_t*>(std::calloc(kBits / 8, 1)), &std::free);
  ASSERT_NE(data, nullptr);
  const std::vector<KeyHash> keys = TestHashes(1, 0, 5000);
  std::array<int, 3> by_third{};
  for (const KeyHash& key : keys) {
    for (int i = 0; i < kProbes; ++i) {
      const std::uint64_t position = BloomPosition(key.wide, i, kBits);
      ++by_third[position >> 32];
      data.get()[position / 8] |= static_cast<std::uint8_t>(1U << (position % 8));
    }
  }
  for (const int count : by_third) EXPECT_NEAR(count, 35000 / 3, 5 * 89);  // binomial, z = 5
  for (const KeyHash& key : keys) {
    ASSERT_TRUE(BloomMayContain(data.get(), kBits, kProbes, key.wide));
  }
  for (const KeyHash& key : TestHashes(2, 0, 100000)) {  // expected: 1e5 * (3e-6)^7
    ASSERT_FALSE(BloomMayContain(data.get(), kBits, kProbes, key.wide));
  }
}

// From filter_golden.py: tables on disk carry these bytes.
TEST(Bloom, WritesTheBytesOfItsLayout) {
  EXPECT_EQ(Hex(BuildBloom(10 * 1024, GoldenKeys(20))),
            "4c7b7601e9d32044cd881dfc65e6e455f81e0855f075a45675"
            "14000000000000000701");
  EXPECT_EQ(Hex(BuildBloom(3 * 1024, GoldenKeys(3))), "1b03000000000000000201");
  EXPECT_EQ(Hex(BuildBloom(100 * 1024 + 512, GoldenKeys(2))),
            "2410901008ce4482e02330883b620272608020416040a200c002000000000000001e01");
}

TEST(Bloom, DoesNotDependOnTheOrderOfKeys) {
  std::vector<KeyHash> keys = GoldenKeys(500);
  const std::string bytes = BuildBloom(10 * 1024, keys);
  EXPECT_EQ(BuildBloom(10 * 1024, {std::vector<KeyHash>(keys.rbegin(), keys.rend())}), bytes);
}

TEST(Bloom, ReportsFillAndItsPowerAsTheRate) {
  // 16 bits, 5 of them set, 2 probes: 3 keys fill them, so that b = 5.33 asks for 4 probes.
  const std::string bytes("\x0d\x30\x03\0\0\0\0\0\0\0\x04\x01", 12);
  const auto reader = OpenBloom(bytes);
  ASSERT_TRUE(reader.has_value()) << reader.error().message;
  EXPECT_DOUBLE_EQ(*(*reader)->FillRatio(), 5.0 / 16);
  EXPECT_DOUBLE_EQ(*(*reader)->FprFromContents(), 625.0 / 65536);
}

TEST(Bloom, RefusesAnotherNumberOfProbesThanItsSizeAsksFor) {
  std::string bytes = BuildBloom(10 * 1024, GoldenKeys(20));
  ASSERT_EQ(bytes[bytes.size() - 2], 7);
  for (const char probes : {'\x00', '\x01', '\x06', '\x08', '\xff'}) {
    bytes[bytes.size() - 2] = probes;
    EXPECT_FALSE(OpenBloom(bytes)) << static_cast<int>(probes);
  }
}

}  // namespace
}  // namespace bitladder::engine
