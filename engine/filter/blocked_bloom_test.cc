#include "engine/filter/blocked_bloom.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "engine/filter/golden_keys.h"
#include "engine/filter/test_keys.h"

namespace bitladder::engine {
namespace {

TEST(BlockedBloomLines, RoundsTheRequestDownToWholeLines) {
  EXPECT_EQ(BlockedBloomLines(51, 10 * 1024), 0U);
  EXPECT_EQ(BlockedBloomLines(52, 10 * 1024), 1U);
  EXPECT_EQ(BlockedBloomLines(1000, 10 * 1024), 19U);
  EXPECT_EQ(BlockedBloomLines(512 * 1024, 1), 1U);
  EXPECT_EQ(BlockedBloomLines(10'000'000'000, 10 * 1024), 195'312'500U);
}

// From filter_golden.py: tables on disk carry these bytes.
TEST(BlockedBloom, WritesTheBytesOfItsLayout) {
  EXPECT_EQ(Hex(BuildBlockedBloom(10 * 1024, GoldenKeys(60))),
            "7f70b355ce8fde11469d504d9aef57eb56375256e44aee699589a60b830e1915b99031d5d443bc4e"
            "fa254bf29efdbb0cd724893118fb041a39a99d434a115deb3c000000000000000603");
  EXPECT_EQ(Hex(BuildBlockedBloom(2 * 1024, GoldenKeys(600))),
            "36921330034be6424a9057b3338e21a118d440936c997e41a175225098702d1260f8db82627b22e4"
            "b69541dee19315c9e62f79e18ce80895d1dde213ca0164a354c4188ae3b306135108884df2146aa6"
            "5a646040202c0ea05ead142edd2ff9ea1966ebe1ee50b199c2ab43d117ab028d3c4795424cdc6a28"
            "e4f354ed86ca67ce58020000000000000103");
}

TEST(BlockedBloom, AnswersTheSameWithAndWithoutWideRegisters) {
  for (const std::uint32_t bits_per_key : {1, 3, 5, 8, 10, 12, 16, 20, 24, 40, 64, 128}) {
    const std::string bytes = BuildBlockedBloom(bits_per_key * 1024, TestHashes(1, 0, 3000));
    const auto wide = OpenBlockedBloom(bytes);
    const auto portable = OpenPortableBlockedBloom(bytes);
    ASSERT_TRUE(wide.has_value() && portable.has_value());
    for (const KeyHash& key : TestHashes(1, 0, 20000)) {
      ASSERT_EQ((*wide)->MayContain(key), (*portable)->MayContain(key)) << bits_per_key;
    }
  }
}

// A sample of a filter of 5 * 10^8 keys and more: within a line of 2^26, hashes differ in their
// lower 38 bits only. Here 256 lines get keys that share 18 of the bits below those that pick the
// line. The contents' rate says how likely such keys are to be found if their probes do not depend
// on the line.
TEST(BlockedBloom, ProbesALineIndependentlyOfItsIndexInLargeFilters) {
  const auto sampled = [](std::uint32_t stream, std::uint64_t count) {
    std::vector<KeyHash> keys = TestHashes(stream, 0, count);
    constexpr std::uint64_t kShared = 0x00ffffc000000000ULL, kValue = 0x00a5c3c000000000ULL;
    for (KeyHash& key : keys) key.wide = (key.wide & ~kShared) | kValue;
    return keys;
  };
  constexpr std::uint64_t kKeys = 13108, kLookups = 2000000;  // 256 lines at 10 bits per key
  const auto reader = OpenBlockedBloom(BuildBlockedBloom(10 * 1024, sampled(2, kKeys)));
  ASSERT_EQ((*reader)->filter_bits(), 256U * 512);
  double maybe = 0;
  for (const KeyHash& key : sampled(3, kLookups)) maybe += (*reader)->MayContain(key);
  const double rate = *(*reader)->FprFromContents();
  EXPECT_NEAR(rate, 0.00966, 0.002);  // the exact mean; the lines scatter by 4 %
  EXPECT_NEAR(maybe / kLookups, rate, 4.892 * std::sqrt(rate / kLookups));
}

TEST(BlockedBloom, RefusesAPayloadThatIsNotWholeLines) {
  const std::string bytes = BuildBlockedBloom(9 * 1024, GoldenKeys(1200));
  EXPECT_TRUE(OpenBlockedBloom(bytes.substr(64)));  // a line less asks for as many probes
  EXPECT_FALSE(OpenBlockedBloom(bytes.substr(8)));
}

TEST(BlockedBloom, ReportsTheMeanOverItsLinesAsTheRate) {
  // Two lines, one empty, one full: a lookup answers maybe exactly in the full one.
  std::string bytes = BuildBlockedBloom(10 * 1024, GoldenKeys(120));
  bytes.replace(0, 64, 64, '\x00');
  bytes.replace(64, 64, 64, '\xff');
  const auto reader = OpenBlockedBloom(bytes);
  ASSERT_TRUE(reader.has_value()) << reader.error().message;
  EXPECT_DOUBLE_EQ(*(*reader)->FprFromContents(), 0.5);
  EXPECT_DOUBLE_EQ(*(*reader)->FillRatio(), 0.5);
}

}  // namespace
}  // namespace bitladder::engine
