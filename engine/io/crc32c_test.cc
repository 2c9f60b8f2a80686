#include "engine/io/crc32c.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <string>

namespace bitladder::engine {
namespace {

// RFC 3720, appendix B.4, and the check value of the CRC catalogue.
TEST(Crc32c, GivesThePublishedValues) {
  std::string ascending(32, '\0');
  std::string descending(32, '\0');
  for (std::size_t i = 0; i < 32; ++i) {
    ascending[i] = static_cast<char>(i);
    descending[i] = static_cast<char>(31 - i);
  }
  EXPECT_EQ(Crc32c("123456789"), 0xe3069283u);
  EXPECT_EQ(Crc32c(std::string(32, '\0')), 0x8a9136aau);
  EXPECT_EQ(Crc32c(std::string(32, '\xff')), 0x62a8ab43u);
  EXPECT_EQ(Crc32c(ascending), 0x46dd794eu);
  EXPECT_EQ(Crc32c(descending), 0x113fdb5cu);
  EXPECT_EQ(Crc32c(""), 0u);
}

TEST(Crc32c, ContinuesFromAnEarlierPart) {
  const std::string text = "a checksum of the parts is the checksum of the whole";
  for (std::size_t cut = 0; cut <= text.size(); ++cut) {
    EXPECT_EQ(Crc32c(text.substr(cut), Crc32c(text.substr(0, cut))), Crc32c(text));
  }
}

// Long division by the reflected polynomial 0x82f63b78, bit by bit.
TEST(Crc32c, EqualsLongDivisionForEveryShortLength) {
  std::string text;
  for (int i = 0; i < 300; ++i) text.push_back(static_cast<char>(i * i + 7 * i));
  for (std::size_t length = 0; length <= text.size(); ++length) {
    std::uint32_t crc = ~0u;
    for (std::size_t i = 0; i < length; ++i) {
      crc ^= static_cast<unsigned char>(text[i]);
      for (int bit = 0; bit < 8; ++bit) crc = (crc >> 1) ^ ((crc & 1) != 0 ? 0x82f63b78u : 0u);
    }
    EXPECT_EQ(Crc32c(text.substr(0, length)), ~crc) << length;
  }
}

TEST(Crc32c, MaskingIsUndoneByUnmasking) {
  for (const std::uint32_t crc : {0u, 1u, 0xe3069283u, 0xffffffffu, 0x80000000u}) {
    EXPECT_EQ(UnmaskCrc(MaskCrc(crc)), crc);
    EXPECT_NE(MaskCrc(crc), crc);
  }
}

}  // namespace
}  // namespace bitladder::engine
