// Kind `binary_fuse`: how its bits are laid out. A 3-wise binary fuse filter (Graf, Lemire,
// "Binary fuse filters: fast and smaller than Xor filters", JEA 2022): a key's fingerprint is the
// xor of three slots in three consecutive segments. Three accesses that may all miss the cache,
// however low the rate.
//
// Slots over n keys: with l = max(256, Log2Times256(n)) (arithmetic.h), a segment has 2^g slots,
// g = min(18, floor((floor(4096 * l / 7109) + 448) / 256)); the slots wanted are floor(n * f /
// 65536), f = max(73728, 57344 + floor(16384 * 5102 / l)); segments = max(3, floor((slots wanted
// + 3/4 * 2^g) / 2^g)); A = segments * 2^g. That is 1.125 slots a key in large filters, 1.13 at
// 10^6 keys, 1.28 at 10^4 and 1.41 at 10^3.
//
// Fingerprints: with m = 8 * floor(floor(n * q / 1024) / 8) bits, every slot has r = min(32,
// floor(m / A)) bits and, if r < 32, the last m - r * A slots have one more. V, the first slot of
// r + 1 bits, is (r + 1) * A - m (A when r = 32). All of m is spent, unless r = 32 (then 32 * A).
// A request that leaves every key without a bit (r = 0 and V >= H below) means no filter.
//
// Bytes: slots in order, bit-packed: slot i < V starts at bit i * r, slot i >= V at bit i * r +
// (i - V); bit j of the whole in byte j / 8 at weight 1 << (j % 8). Then the trailer
// (filter_bytes.h) with the seed as its parameter.
//
// Slots of a key with wide hash h under a seed: with u = mix64(h + 2 * seed * gamma) and H =
// (segments - 2) * 2^g, s0 = mulhi(u, H), s1 = (s0 + 2^g) xor ((u >> 18) mod 2^g), s2 = (s0 + 2 *
// 2^g) xor (u mod 2^g). Fingerprint: the low bits of mix64(h + (2 * seed + 1) * gamma); a key
// with s0 >= V checks r + 1 bits, any other r bits.
//
// Expected rate: with the share f = max(0, H - V) / H of wide keys, (1 - f) 2^-r + f 2^-(r+1). It
// does not depend on what the filter holds: an absent key's fingerprint is independent of its
// slots, so built filters do not scatter around the rate.
#pragma once

#include <cstdint>
#include <optional>

namespace bitladder::engine {

struct BinaryFuseLayout {
  static constexpr std::uint32_t kMaxBits = 32;

  std::uint32_t log2_segment = 0;  // g
  std::uint64_t segments = 0;      // at least 3
  std::uint32_t bits = 0;          // r
  std::uint64_t first_wide = 0;    // V; A when no slot is wide
  bool operator==(const BinaryFuseLayout&) const = default;

  std::uint64_t slots() const { return segments << log2_segment; }
  std::uint64_t starts() const { return (segments - 2) << log2_segment; }  // H
  std::uint64_t OffsetOf(std::uint64_t slot) const {                       // in bits
    return slot * bits + (slot > first_wide ? slot - first_wide : 0);
  }
  std::uint32_t WidthOf(std::uint64_t slot) const { return bits + (slot >= first_wide ? 1 : 0); }
  std::uint64_t PayloadBits() const { return OffsetOf(slots()); }
};

// The layout for at most `payload_bits` bits (m, a multiple of 8) over `keys` >= 1 keys; nullopt
// when they are too few for any.
std::optional<BinaryFuseLayout> BinaryFuseLayoutFor(std::uint64_t keys, std::uint64_t payload_bits);

}  // namespace bitladder::engine
