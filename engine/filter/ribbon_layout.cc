#include "engine/filter/ribbon_layout.h"

#include <algorithm>

#include "engine/filter/arithmetic.h"

namespace bitladder::engine {

// The overhead that lets nine seeds in ten succeed grows by 0.28 % each time the keys double
// (measured: failures are local, so that their number is proportional to the keys, and fall e-fold
// with each 0.4 %).
std::uint64_t RibbonSlots(std::uint64_t keys) {
  ENGINE_CHECK(keys >= 1, keys, 1);
  constexpr std::uint64_t kPerDoubling = 184, kAtOneKey = 1045;  // in units of 1/65536
  const std::uint64_t growth = kPerDoubling * Log2Times256(keys) / 256;
  const std::uint64_t overhead = growth > kAtOneKey ? growth - kAtOneKey : 0;
  const auto extra = static_cast<std::uint64_t>((Uint128{keys} * overhead) >> 16);
  return (keys + extra + 4 + 7) / 8 * 8;
}

std::optional<RibbonLayout> RibbonLayoutFor(std::uint64_t keys, std::uint64_t payload_bytes) {
  RibbonLayout layout;
  layout.slots = RibbonSlots(keys);
  layout.width = std::min(RibbonLayout::kBlockSlots, layout.slots);
  layout.whole_blocks = layout.slots / RibbonLayout::kBlockSlots;
  layout.tail_bytes = layout.slots % RibbonLayout::kBlockSlots / 8;
  const std::uint64_t column_bytes = layout.slots / 8;
  layout.columns = static_cast<std::uint32_t>(
      std::min<std::uint64_t>(RibbonLayout::kMaxColumns, payload_bytes / column_bytes));
  const std::uint64_t remainder = payload_bytes - layout.columns * column_bytes;
  const bool wide = layout.columns < RibbonLayout::kMaxColumns &&
                    remainder >= layout.tail_bytes + RibbonLayout::kColumnBytes;
  const std::uint64_t wide_blocks =
      wide ? (remainder - layout.tail_bytes) / RibbonLayout::kColumnBytes : 0;
  layout.first_wide = std::max<std::uint64_t>(1, layout.whole_blocks) - wide_blocks;
  layout.tail_columns = layout.columns + (wide ? 1 : 0);
  if (layout.tail_columns == 0) return std::nullopt;
  return layout;
}

}  // namespace bitladder::engine
