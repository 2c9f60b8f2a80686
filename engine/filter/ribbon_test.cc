#include "engine/filter/ribbon.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/filter/golden_keys.h"
#include "engine/filter/ribbon_layout.h"
#include "engine/filter/test_keys.h"

namespace bitladder::engine {
namespace {

TEST(RibbonSlots, AreFewMoreThanKeysAndGrowSlowly) {
  EXPECT_EQ(RibbonSlots(1), 8U);
  EXPECT_EQ(RibbonSlots(120), 128U);
  EXPECT_EQ(RibbonSlots(1000), 1016U);
  EXPECT_EQ(RibbonSlots(1024), 1040U);
  for (const std::uint64_t keys : {10'000ULL, 1'000'000ULL, 100'000'000ULL, 10'000'000'000ULL}) {
    const double overhead = static_cast<double>(RibbonSlots(keys)) / static_cast<double>(keys) - 1;
    EXPECT_GT(overhead, 0.02) << keys;
    EXPECT_LT(overhead, 0.08) << keys;
  }
}

TEST(RibbonLayout, SpendsAllButLessThanABlockAndItsTail) {
  for (std::uint64_t keys = 1; keys < 3000; keys += 7) {
    for (std::uint64_t bytes = 1; bytes < 4 * keys; bytes += 1 + bytes / 13) {
      const std::optional<RibbonLayout> layout = RibbonLayoutFor(keys, bytes);
      if (!layout) {
        EXPECT_LT(bytes, RibbonSlots(keys) / 8);
        continue;
      }
      ASSERT_LE(layout->PayloadBytes(), bytes);
      const std::uint64_t unspent = bytes - layout->PayloadBytes();
      if (layout->slots >= 128 && layout->columns < RibbonLayout::kMaxColumns) {
        EXPECT_LT(unspent, layout->tail_bytes + 16) << keys << " keys, " << bytes << " bytes";
      }
      EXPECT_EQ(RibbonLayoutFor(keys, layout->PayloadBytes()), layout);  // what opening relies on
    }
  }
}

// From filter_golden.py: tables on disk carry these bytes.
TEST(Ribbon, WritesTheBytesOfItsLayout) {
  EXPECT_EQ(Hex(BuildRibbon(6 * 1024, GoldenKeys(20))),
            "914110d67b14d24a11073611b95f1314000000000000000004");
  EXPECT_EQ(Hex(BuildRibbon(1536, GoldenKeys(300))),
            "c35a33e1be33bc4f01b3b1b724f1271859a7b23596be41a6e6d553122c87ddaea4d76037d903002c"
            "010000000000000004");
}

// Some 15 % of key sets of this size contradict themselves under the first seed.
TEST(Ribbon, TriesAnotherSeedWhenTheEquationsContradict) {
  int second_tries = 0;
  for (std::uint32_t set = 0; set < 100; ++set) {
    const std::vector<KeyHash> keys = TestHashes(set, 0, 1000);
    const std::string bytes = BuildRibbon(9 * 1024, keys);
    second_tries += bytes[bytes.size() - 2] > 0;
    const auto reader = OpenRibbon(bytes);
    ASSERT_TRUE(reader.has_value());
    for (const KeyHash& key : keys) ASSERT_TRUE((*reader)->MayContain(key)) << set;
  }
  EXPECT_GT(second_tries, 3);
  EXPECT_LT(second_tries, 35);
}

TEST(Ribbon, RefusesAPayloadThatItsKeysCannotHave) {
  const std::string bytes = BuildRibbon(9 * 1024, GoldenKeys(1000));
  EXPECT_FALSE(OpenRibbon(bytes.substr(1)));
  EXPECT_FALSE(OpenRibbon("x" + bytes));
}

}  // namespace
}  // namespace bitladder::engine
