#include "engine/filter/binary_fuse_layout.h"

#include <algorithm>

#include "engine/filter/arithmetic.h"

namespace bitladder::engine {
namespace {

// The published sizes (0.875 + 0.25 ln 10^6 / ln n slots a key, segments of 3.33^(..) slots) in
// integers, with segments shorter by a factor of 2^0.5, which peel as well and lie nearer in
// memory, and with whole segments rounded up from a quarter on: rounding to the nearest leaves
// sizes, 2000 keys among them, at which one seed in 15 works.
constexpr std::uint64_t kLeastFactor = 73728;  // 1.125 * 65536
constexpr std::uint64_t kFactorBase = 57344;   // 0.875 * 65536
constexpr std::uint64_t kFactorSlope = 16384;  // 0.25 * 65536
constexpr std::uint64_t kMillionLog2 = 5102;   // 256 * log2(10^6)
constexpr std::uint64_t kSegmentBase = 7109;   // 4096 * log2(3.33)
constexpr std::uint64_t kSegmentShift = 448;   // 256 * 1.75
constexpr std::uint64_t kMaxLog2Segment = 18;

}  // namespace

std::optional<BinaryFuseLayout> BinaryFuseLayoutFor(std::uint64_t keys,
                                                    std::uint64_t payload_bits) {
  ENGINE_CHECK(keys >= 1, keys, payload_bits);
  const std::uint64_t log2_keys = std::max<std::uint64_t>(256, Log2Times256(keys));
  const std::uint64_t factor =
      std::max(kLeastFactor, kFactorBase + kFactorSlope * kMillionLog2 / log2_keys);
  const auto wanted = static_cast<std::uint64_t>((Uint128{keys} * factor) >> 16);
  const std::uint64_t log2_segment =
      std::min(kMaxLog2Segment, (log2_keys * 4096 / kSegmentBase + kSegmentShift) / 256);
  const std::uint64_t segment = std::uint64_t{1} << log2_segment;

  BinaryFuseLayout layout;
  layout.log2_segment = static_cast<std::uint32_t>(log2_segment);
  layout.segments = std::max<std::uint64_t>(3, (wanted + 3 * segment / 4) / segment);
  const std::uint64_t slots = layout.slots();
  layout.bits = static_cast<std::uint32_t>(
      std::min<std::uint64_t>(BinaryFuseLayout::kMaxBits, payload_bits / slots));
  const bool full = layout.bits == BinaryFuseLayout::kMaxBits;
  layout.first_wide = full ? slots : (layout.bits + 1) * slots - payload_bits;
  if (layout.bits == 0 && layout.first_wide >= layout.starts()) return std::nullopt;
  return layout;
}

}  // namespace bitladder::engine
