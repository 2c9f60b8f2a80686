// Integer arithmetic that decides sizes and positions: 128-bit products, so that neither counts of
// bits beyond 2^32 nor libm digits change a byte of any filter.
#pragma once

#include <bit>
#include <cstdint>

#include "engine/check.h"

namespace bitladder::engine {

__extension__ using Uint128 = unsigned __int128;

// High 64 bits of a * b: maps a uniform 64-bit `a` onto [0, b) without division.
constexpr std::uint64_t MulHi64(std::uint64_t a, std::uint64_t b) {
  return static_cast<std::uint64_t>((Uint128{a} * b) >> 64);
}

// 2^64 / golden ratio, odd: steps of it visit all 64-bit words before one repeats.
inline constexpr std::uint64_t kGoldenGamma = 0x9e3779b97f4a7c15ULL;

// A bijection of 64-bit words in which every input bit flips every output bit with probability
// close to 1/2: the finaliser of SplitMix64 (Steele, Lea, Flood, OOPSLA 2014; D. Stafford's variant
// 13).
constexpr std::uint64_t Mix64(std::uint64_t x) {
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
  return x ^ (x >> 31);
}

// The i-th word of the stream that a key's wide hash seeds. Each probe takes a fresh word, because
// probes that are linear in one hash (double hashing) raise the rate 4.8-fold at 24 bits per key.
constexpr std::uint64_t MixedWord(std::uint64_t hash, std::uint64_t i) {
  return Mix64(hash + i * kGoldenGamma);
}

// 256 * log2(n), interpolated linearly between powers of two (at most 22 below). n >= 1.
constexpr std::uint64_t Log2Times256(std::uint64_t n) {
  const auto exponent = static_cast<std::uint64_t>(std::bit_width(n)) - 1;
  return 256 * exponent + static_cast<std::uint64_t>((Uint128{n} << 8) >> exponent) - 256;
}

// floor(keys * bits_per_key_1024 / 1024): the bits that a filter may take.
inline std::uint64_t RequestedBits(std::uint64_t keys, std::uint32_t bits_per_key_1024) {
  const Uint128 bits = (Uint128{keys} * bits_per_key_1024) >> 10;
  ENGINE_CHECK(bits >> 63 == 0, keys, bits_per_key_1024);
  return static_cast<std::uint64_t>(bits);
}

}  // namespace bitladder::engine
