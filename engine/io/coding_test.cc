#include "engine/io/coding.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

namespace bitladder::engine {
namespace {

std::vector<std::uint64_t> Numbers() {
  std::vector<std::uint64_t> numbers{0, 1, 300};
  for (int bit = 0; bit < 64; ++bit) {
    const std::uint64_t power = std::uint64_t{1} << bit;
    numbers.insert(numbers.end(), {power - 1, power, power + 1});
  }
  numbers.push_back(~std::uint64_t{0});
  return numbers;
}

TEST(Coding, VarintsHaveTheirDocumentedBytes) {
  std::string bytes;
  AppendVarint32(&bytes, 300);
  EXPECT_EQ(bytes, "\xac\x02");  // 300 = 0b10'0101100
  bytes.clear();
  AppendFixed32(&bytes, 0x04030201);
  AppendFixed64(&bytes, 0x0c0b0a0908070605);
  EXPECT_EQ(bytes, "\x01\x02\x03\x04\x05\x06\x07\x08\x09\x0a\x0b\x0c");
}

TEST(Coding, EveryNumberComesBack) {
  std::string bytes;
  for (const std::uint64_t number : Numbers()) {
    AppendVarint64(&bytes, number);
    AppendVarint32(&bytes, static_cast<std::uint32_t>(number));
    AppendFixed64(&bytes, number);
    AppendFixed32(&bytes, static_cast<std::uint32_t>(number));
  }
  std::string_view input = bytes;
  for (const std::uint64_t number : Numbers()) {
    std::uint64_t wide = 0;
    std::uint32_t narrow = 0;
    ASSERT_TRUE(GetVarint64(&input, &wide));
    EXPECT_EQ(wide, number);
    ASSERT_TRUE(GetVarint32(&input, &narrow));
    EXPECT_EQ(narrow, static_cast<std::uint32_t>(number));
    ASSERT_TRUE(GetFixed64(&input, &wide));
    EXPECT_EQ(wide, number);
    ASSERT_TRUE(GetFixed32(&input, &narrow));
    EXPECT_EQ(narrow, static_cast<std::uint32_t>(number));
  }
  EXPECT_TRUE(input.empty());
}

TEST(Coding, ANumberCutShortIsRefused) {
  for (const std::uint64_t number : Numbers()) {
    std::string bytes;
    AppendVarint64(&bytes, number);
    for (std::size_t length = 0; length < bytes.size(); ++length) {
      std::string_view input = std::string_view(bytes).substr(0, length);
      std::uint64_t value = 77;
      EXPECT_FALSE(GetVarint64(&input, &value));
      EXPECT_EQ(input.size(), length);
      EXPECT_EQ(value, 77u);
    }
  }
}

TEST(Coding, ANumberThatDoesNotFitIsRefused) {
  std::uint32_t narrow = 0;
  std::uint64_t wide = 0;
  for (const std::uint64_t number : Numbers()) {
    std::string bytes;
    AppendVarint64(&bytes, number);
    std::string_view input = bytes;
    EXPECT_EQ(GetVarint32(&input, &narrow), number <= 0xffffffffu) << number;
  }
  for (const std::string& bytes :
       {std::string("\xff\xff\xff\xff\xff\xff\xff\xff\xff\x02"),  // 65 bits
        std::string("\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x01"), std::string(20, '\xff')}) {
    std::string_view input = bytes;
    EXPECT_FALSE(GetVarint64(&input, &wide));
  }
}

TEST(Coding, ALengthBeyondTheEndIsRefused) {
  std::string bytes;
  AppendLengthPrefixed(&bytes, "hello");
  std::string_view value;
  for (std::size_t length = 0; length < bytes.size(); ++length) {
    std::string_view input = std::string_view(bytes).substr(0, length);
    EXPECT_FALSE(GetLengthPrefixed(&input, &value));
    EXPECT_EQ(input.size(), length);
  }
  std::string_view input = bytes;
  ASSERT_TRUE(GetLengthPrefixed(&input, &value));
  EXPECT_EQ(value, "hello");
  EXPECT_TRUE(input.empty());
}

}  // namespace
}  // namespace bitladder::engine
