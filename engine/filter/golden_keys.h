// The keys and the notation of filter_golden.py.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/filter/filter.h"

namespace bitladder::engine {

inline std::vector<KeyHash> GoldenKeys(std::uint64_t count) {
  std::vector<KeyHash> keys(count);
  for (std::uint64_t i = 0; i < count; ++i) {
    const std::uint64_t wide = (i + 1) * 0xd1b54a32d192ed03ULL;
    keys[i] = {.wide = wide, .leveldb = static_cast<std::uint32_t>(wide >> 32)};
  }
  return keys;
}

inline std::string Hex(std::string_view bytes) {
  constexpr char kDigits[] = "0123456789abcdef";
  std::string hex;
  for (const char c : bytes) {
    hex.push_back(kDigits[static_cast<std::uint8_t>(c) >> 4]);
    hex.push_back(kDigits[static_cast<std::uint8_t>(c) & 15]);
  }
  return hex;
}

}  // namespace bitladder::engine
