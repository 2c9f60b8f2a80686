// Where a key's three slots and its fingerprint are, and access to bit-packed slots.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>

#include "engine/filter/arithmetic.h"
#include "engine/filter/binary_fuse_layout.h"

namespace bitladder::engine {

inline constexpr std::uint64_t kFuseWordsPerSeed = 2;

inline std::array<std::uint64_t, 3> FuseSlotsOf(std::uint64_t hash, std::uint64_t seed,
                                                const BinaryFuseLayout& layout) {
  const std::uint64_t word = MixedWord(hash, kFuseWordsPerSeed * seed);
  const std::uint64_t segment = std::uint64_t{1} << layout.log2_segment;
  const std::uint64_t first = MulHi64(word, layout.starts());
  return {first, (first + segment) ^ ((word >> 18) & (segment - 1)),
          (first + 2 * segment) ^ (word & (segment - 1))};
}

inline std::uint64_t FuseFingerprint(std::uint64_t hash, std::uint64_t seed) {
  return MixedWord(hash, kFuseWordsPerSeed * seed + 1);
}

inline std::uint64_t LowBits(std::uint32_t count) { return (std::uint64_t{1} << count) - 1; }

// The slot's bits and, above them, those of its successors: callers mask. Reads 8 bytes.
inline std::uint64_t LoadFuseSlot(const std::uint8_t* payload, std::uint64_t slot,
                                  const BinaryFuseLayout& layout) {
  const std::uint64_t bit = layout.OffsetOf(slot);
  std::uint64_t word;
  std::memcpy(&word, payload + bit / 8, sizeof(word));
  return word >> (bit % 8);
}

}  // namespace bitladder::engine
