#include "engine/filter/ribbon_solver.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#include "engine/filter/partition.h"

namespace bitladder::engine {
namespace {

int TrailingZeros(Uint128 bits) {
  const auto low = static_cast<std::uint64_t>(bits);
  return low != 0 ? std::countr_zero(low)
                  : 64 + std::countr_zero(static_cast<std::uint64_t>(bits >> 64));
}

}  // namespace

RibbonSystem::RibbonSystem(const RibbonLayout& layout)
    : layout_(layout), coefficients_(layout.slots), wanted_(layout.slots) {}

bool RibbonSystem::Eliminate(std::span<const std::uint64_t> hashes, std::uint64_t seed) {
  std::fill(coefficients_.begin(), coefficients_.end(), Uint128{0});
  for (const std::uint64_t hash : PartitionByPosition(hashes, kRibbonWordsPerSeed * seed)) {
    if (!Add(EquationOf(hash, seed, layout_))) return false;
  }
  return true;
}

bool RibbonSystem::Add(RibbonEquation equation) {
  std::uint64_t slot = equation.start;
  while (coefficients_[slot] != 0) {
    equation.coefficients ^= coefficients_[slot];
    equation.wanted ^= wanted_[slot];
    if (equation.coefficients == 0) return equation.wanted == 0;
    const int shift = TrailingZeros(equation.coefficients);
    equation.coefficients >>= shift;
    slot += static_cast<std::uint64_t>(shift);
  }
  coefficients_[slot] = equation.coefficients;
  wanted_[slot] = equation.wanted;
  return true;
}

void RibbonSystem::Solve(AlignedBytes* payload) const {
  // values[c]: column c of the 128 slots from the current one on, the current one at bit 0.
  std::array<Uint128, RibbonLayout::kMaxColumns> values{};
  for (std::uint64_t slot = layout_.slots; slot-- > 0;) {
    const std::uint64_t block = slot / RibbonLayout::kBlockSlots;
    const bool tail = block == layout_.whole_blocks;
    const std::uint32_t columns = tail ? layout_.tail_columns : layout_.ColumnsOf(block);
    const Uint128 later = coefficients_[slot] >> 1;
    for (std::uint32_t c = 0; c < columns; ++c) {
      const std::uint32_t value =
          coefficients_[slot] == 0 ? 0 : Parity(later & values[c]) ^ (wanted_[slot] >> c & 1);
      values[c] = values[c] << 1 | value;
    }
    if (slot % RibbonLayout::kBlockSlots != 0) continue;
    const std::uint64_t stride = layout_.StrideOf(block);
    std::uint8_t* out = payload->data() + layout_.OffsetOf(block);
    for (std::uint32_t c = 0; c < columns; ++c) std::memcpy(out + c * stride, &values[c], stride);
  }
}

}  // namespace bitladder::engine
