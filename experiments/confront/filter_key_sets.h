// Keys that a filter's hash might be weak on, and absent keys that look just like them.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "engine/filter/filter.h"

namespace bitladder::experiments {

enum class KeyShape {
  kRandom,      // 16 bytes of a seeded key space
  kSequential,  // "user" and twelve decimal digits, counting up; absent keys count on
  kStrided,     // little-endian multiples of 4096; absent keys lie half-way between
  kBigEndian,   // big-endian counters of 8 bytes; absent keys count on
  kLowEntropy,  // 40 bytes, all of them 'a' or 'b'
};
std::string_view KeyShapeName(KeyShape shape);

struct KeySets {
  std::vector<engine::KeyHash> present;
  std::vector<engine::KeyHash> absent;
};

// `present` distinct keys and `absent` others, hashed.
KeySets MakeKeySets(KeyShape shape, std::uint64_t present, std::uint64_t absent);

}  // namespace bitladder::experiments
