#include "sim/filter/whole_bits.h"

#include <gtest/gtest.h>

namespace bitladder::sim {
namespace {

TEST(WholeBits, RoundsTheRequestDownTo1024thsOfABit) {
  EXPECT_EQ(RequestIn1024ths(0), 0u);
  EXPECT_EQ(RequestIn1024ths(1.0 / 1024), 1u);
  EXPECT_EQ(RequestIn1024ths(0.9999 / 1024), 0u);
  EXPECT_EQ(RequestIn1024ths(10), 10u * 1024);
  EXPECT_EQ(RequestIn1024ths(23.8470), 24419u);  // 24419.328
}

TEST(WholeBits, TakesNoRequestAbove128BitsPerKey) {
  EXPECT_EQ(RequestIn1024ths(1e300), 128u * 1024);
  EXPECT_EQ(WholeBits(129, 10), 1280);
}

TEST(WholeBits, IsTheExactFloorWhereTheProductNeedsMoreThan53Bits) {
  // 8796093022207 = 2^43 - 1. In integers: * 1025 = 8804682956798 * 1024 + 1023, and
  // * 1023 = 8787503087615 * 1024 + 1.
  EXPECT_EQ(WholeBits(1025.0 / 1024, 8796093022207), 8804682956798);
  EXPECT_EQ(WholeBits(1023.0 / 1024, 8796093022207), 8787503087615);
  EXPECT_EQ(WholeBits(10, 4294967297.0), 42949672970);  // past 2^32 keys and bits
  EXPECT_EQ(WholeBits(3.0 / 1024, 341), 0);
  EXPECT_EQ(WholeBits(3.0 / 1024, 342), 1);
}

TEST(WholeBits, DropsFractionsOfAnEntry) { EXPECT_EQ(WholeBits(8, 10.99), 80); }

}  // namespace
}  // namespace bitladder::sim
