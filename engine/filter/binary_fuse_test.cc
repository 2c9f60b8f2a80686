#include "engine/filter/binary_fuse.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>

#include "engine/filter/binary_fuse_layout.h"
#include "engine/filter/golden_keys.h"

namespace bitladder::engine {
namespace {

// The published overheads: 1.125 slots a key in large filters, about 1.25 at 10^4 keys, 1.4 at
// 10^3.
TEST(BinaryFuseLayout, HasThePublishedNumberOfSlots) {
  const auto overhead = [](std::uint64_t keys) {
    return static_cast<double>(BinaryFuseLayoutFor(keys, 8 * keys)->slots()) /
           static_cast<double>(keys);
  };
  EXPECT_NEAR(overhead(1000), 1.375, 0.04);
  EXPECT_NEAR(overhead(10'000), 1.25, 0.04);
  EXPECT_NEAR(overhead(1'000'000), 1.13, 0.01);
  EXPECT_NEAR(overhead(100'000'000), 1.125, 0.003);
  EXPECT_NEAR(overhead(10'000'000'000), 1.125, 0.003);
}

TEST(BinaryFuseLayout, SpendsEveryBitUpTo32BitsASlot) {
  for (std::uint64_t keys = 1; keys < 3000; keys += 7) {
    for (std::uint64_t bits = 8; bits < 40 * keys; bits += 8 * (1 + bits / 100)) {
      const std::optional<BinaryFuseLayout> layout = BinaryFuseLayoutFor(keys, bits);
      if (!layout) continue;
      EXPECT_EQ(layout->PayloadBits(), std::min(bits, 32 * layout->slots()));
      EXPECT_EQ(BinaryFuseLayoutFor(keys, layout->PayloadBits()),
                layout);  // what opening relies on
    }
  }
}

// From filter_golden.py: tables on disk carry these bytes.
TEST(BinaryFuse, WritesTheBytesOfItsLayout) {
  EXPECT_EQ(Hex(BuildBinaryFuse(5 * 1024 + 512, GoldenKeys(20))),
            "0488c490031080100801c00c0014000000000000000105");
  EXPECT_EQ(Hex(BuildBinaryFuse(2560, GoldenKeys(100))),
            "08b401473965c0120c9a800e35908a1c0c0b0288cefe622008c044884c0000640000000000000000"
            "05");
}

TEST(BinaryFuse, RefusesMoreThan32BitsASlot) {
  const std::string bytes = BuildBinaryFuse(128 * 1024, GoldenKeys(1000));
  EXPECT_TRUE(OpenBinaryFuse(bytes));
  EXPECT_FALSE(OpenBinaryFuse("x" + bytes));
}

}  // namespace
}  // namespace bitladder::engine
