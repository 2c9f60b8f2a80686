// The linear equation of a key, as builder and reader of the ribbon filter see it.
#pragma once

#include <cstdint>

#include "engine/filter/arithmetic.h"
#include "engine/filter/ribbon_layout.h"

namespace bitladder::engine {

inline constexpr std::uint64_t kRibbonWordsPerSeed = 4;

struct RibbonEquation {
  std::uint64_t start = 0;   // slot of bit 0 of the coefficients
  Uint128 coefficients = 0;  // bit 0 is set
  std::uint32_t wanted = 0;  // bit c: what the slots must xor to in column c
};

inline RibbonEquation EquationOf(std::uint64_t hash, std::uint64_t seed,
                                 const RibbonLayout& layout) {
  const std::uint64_t first = kRibbonWordsPerSeed * seed;
  const Uint128 random = (Uint128{MixedWord(hash, first + 2)} << 64) | MixedWord(hash, first + 1);
  const Uint128 cut = ~Uint128{0} >> (RibbonLayout::kBlockSlots - layout.width);
  return {.start = MulHi64(MixedWord(hash, first), layout.starts()),
          .coefficients = (random & cut) | 1,
          .wanted = static_cast<std::uint32_t>(MixedWord(hash, first + 3))};
}

inline std::uint32_t Parity(Uint128 bits) {
  return static_cast<std::uint32_t>(__builtin_parityll(static_cast<std::uint64_t>(bits) ^
                                                       static_cast<std::uint64_t>(bits >> 64)));
}

}  // namespace bitladder::engine
