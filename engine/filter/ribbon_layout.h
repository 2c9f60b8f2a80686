// Kind `ribbon`: how its bits are laid out. A standard ribbon filter (Dillinger, Walzer, "Ribbon
// filter: practically smaller than Bloom and Xor", 2021; Dillinger, Huebschle-Schneider, Sanders,
// Walzer, SEA 2022): each key is a linear equation over GF(2) on at most 128 consecutive slots,
// the slots' values are the solution, and an absent key satisfies its equation by chance only.
//
// Why the standard ribbon and not the homogeneous or the bumped one: its rate is exactly
// 2^-columns, where the homogeneous ribbon adds a floor that the 20-bit levels of a ladder would
// feel; and its size depends on (n, q) alone, where the bumped ribbon's depends on the keys. It
// costs retries: a seed fails for 5 to 30 % of key sets, and then the next one is tried.
//
// Slots over n keys: S = 8 * ceil((n + floor(n * e / 65536) + 4) / 8) with e = max(0, floor(184 *
// l / 256) - 1045), l = Log2Times256(n) of arithmetic.h: 1.02 slots a key at 10^4 keys, 1.04 at
// 10^6, 1.05 at 10^7. Width of an equation: w = min(128, S).
//
// Columns: with B = floor(floor(n * q / 1024) / 8) bytes, F = floor(S / 128) whole blocks and a
// tail of t = (S mod 128) / 8 bytes a column, every slot gets r = min(32, floor(8 * B / S))
// columns (bits). If r < 32 and the remainder E = B - r * S / 8 is at least t + 16 bytes, the
// tail and the last floor((E - t) / 16) whole blocks get one column more. The rest (less than t +
// 16 bytes) stays unspent. A request that leaves every slot without a column means no filter.
//
// Bytes: blocks of 128 slots in order, the tail last; a block is its columns in order, a column
// the 128 bits of its slots, slot j at weight 1 << j of a little-endian 128-bit number; the
// tail's columns have t bytes. Then the trailer (filter_bytes.h) with the seed as its parameter.
//
// Equation of a key with wide hash h under a seed: with word(i) = mix64(h + (4 * seed + i) *
// gamma), start s = mulhi(word(0), S - w + 1); the coefficient of slot s + j is bit j of (word(1)
// | word(2) << 64), cut to w bits, bit 0 set to 1; the wanted bit of column c is bit c of
// word(3). A key checks the columns of the block that its start lies in.
//
// Expected rate: with U the first wide whole block, the share f = (S - w + 1 - 128 * U) / (S - w
// + 1) of starts at or after it (f = 0 when no block is wide), it is (1 - f) 2^-r + f 2^-(r+1).
// It does not depend on what the filter holds: an absent key's wanted bits are independent of its
// slots, so built filters do not scatter around the rate.
#pragma once

#include <cstdint>
#include <optional>

namespace bitladder::engine {

struct RibbonLayout {
  static constexpr std::uint64_t kBlockSlots = 128;
  static constexpr std::uint64_t kColumnBytes = kBlockSlots / 8;
  static constexpr std::uint32_t kMaxColumns = 32;

  std::uint64_t slots = 0;         // S, a multiple of 8
  std::uint64_t width = 0;         // w
  std::uint64_t whole_blocks = 0;  // F
  std::uint64_t tail_bytes = 0;    // t
  std::uint32_t columns = 0;       // r
  std::uint64_t first_wide = 0;    // U; max(1, F) when no block is wide
  std::uint32_t tail_columns = 0;  // r, or r + 1 when any block is wide
  bool operator==(const RibbonLayout&) const = default;

  std::uint64_t starts() const { return slots - width + 1; }
  std::uint32_t ColumnsOf(std::uint64_t start_block) const {
    return columns + (start_block >= first_wide ? 1 : 0);
  }
  // First byte of a block; `block` in 0..F, F being the tail.
  std::uint64_t OffsetOf(std::uint64_t block) const {
    return kColumnBytes * (columns * block + (block > first_wide ? block - first_wide : 0));
  }
  // Distance of two columns of a block.
  std::uint64_t StrideOf(std::uint64_t block) const {
    return block < whole_blocks ? kColumnBytes : tail_bytes;
  }
  std::uint64_t PayloadBytes() const { return OffsetOf(whole_blocks) + tail_bytes * tail_columns; }
};

// S for `keys` >= 1.
std::uint64_t RibbonSlots(std::uint64_t keys);

// The layout for at most `payload_bytes` bytes (B); nullopt when they are too few for any.
std::optional<RibbonLayout> RibbonLayoutFor(std::uint64_t keys, std::uint64_t payload_bytes);

}  // namespace bitladder::engine
