#include "engine/filter/ribbon.h"

#include <cstring>
#include <optional>
#include <utility>
#include <vector>

#include "engine/filter/arithmetic.h"
#include "engine/filter/filter_batch.h"
#include "engine/filter/filter_bytes.h"
#include "engine/filter/partition.h"
#include "engine/filter/ribbon_equation.h"
#include "engine/filter/ribbon_layout.h"
#include "engine/filter/ribbon_solver.h"

namespace bitladder::engine {
namespace {

constexpr std::uint64_t kSeeds = 256;

Uint128 Load128(const std::uint8_t* p) {
  Uint128 word;
  std::memcpy(&word, p, sizeof(word));
  return word;
}

class RibbonReader final : public FilterReader {
 public:
  RibbonReader(AlignedBytes payload, const RibbonLayout& layout, std::uint64_t seed)
      : payload_(std::move(payload)), layout_(layout), seed_(seed) {}

  bool MayContain(const KeyHash& key) const override {
    const RibbonEquation equation = EquationOf(key.wide, seed_, layout_);
    const std::uint64_t block = equation.start / RibbonLayout::kBlockSlots;
    const int offset = static_cast<int>(equation.start % RibbonLayout::kBlockSlots);
    // An equation within one block must not look at the next: it may not exist.
    const std::uint64_t next_block = offset == 0 ? block : block + 1;
    const Uint128 here = equation.coefficients << offset;
    const Uint128 there = offset == 0 ? 0 : equation.coefficients >> (128 - offset);
    const std::uint8_t* first = payload_.data() + layout_.OffsetOf(block);
    const std::uint8_t* second = payload_.data() + layout_.OffsetOf(next_block);
    const std::uint64_t first_stride = layout_.StrideOf(block);
    const std::uint64_t second_stride = layout_.StrideOf(next_block);
    // Columns are tested in pairs: a branch after each would be a coin toss.
    const std::uint32_t columns = layout_.ColumnsOf(block);
    std::uint32_t wanted = equation.wanted;
    const auto differs = [&] {
      const std::uint32_t parity = Parity((Load128(first) & here) ^ (Load128(second) & there));
      const std::uint32_t difference = (parity ^ wanted) & 1;
      first += first_stride;
      second += second_stride;
      wanted >>= 1;
      return difference;
    };
    for (std::uint32_t c = 0; c + 1 < columns; c += 2) {
      const std::uint32_t one = differs();
      if ((one | differs()) != 0) return false;
    }
    return columns % 2 == 0 || differs() == 0;
  }

  void Prefetch(const KeyHash& key) const override {
    constexpr std::uint64_t kCacheLineBytes = 64;
    const std::uint64_t start =
        MulHi64(MixedWord(key.wide, kRibbonWordsPerSeed * seed_), layout_.starts());
    const std::uint64_t block = start / RibbonLayout::kBlockSlots;
    const std::uint64_t two_blocks = 2 * RibbonLayout::kColumnBytes * (layout_.columns + 1);
    const std::uint8_t* first = payload_.data() + layout_.OffsetOf(block);
    for (std::uint64_t i = 0; i < two_blocks; i += kCacheLineBytes) __builtin_prefetch(first + i);
  }

  std::uint64_t MayContainBatch(std::span<const KeyHash> keys) const override {
    return ProbeBatch(*this, keys);
  }

  FilterKind kind() const override { return FilterKind::kRibbon; }
  std::uint64_t filter_bits() const override { return std::uint64_t{8} * payload_.size(); }
  std::uint64_t resident_bytes() const override {
    return sizeof(*this) + payload_.resident_bytes();
  }

  // The rate does not depend on the contents, and half of the bits are set whatever it holds.
  std::optional<double> FprFromContents() const override { return std::nullopt; }
  std::optional<double> FillRatio() const override { return std::nullopt; }

 private:
  AlignedBytes payload_;
  RibbonLayout layout_;
  std::uint64_t seed_;
};

}  // namespace

std::string BuildRibbon(std::uint32_t bits_per_key_1024, std::span<const KeyHash> keys) {
  const std::uint64_t bytes = RequestedBits(keys.size(), bits_per_key_1024) / 8;
  const std::optional<RibbonLayout> layout = RibbonLayoutFor(keys.size(), bytes);
  if (!layout) return {};
  const std::vector<std::uint64_t> hashes = WideHashes(keys);
  RibbonSystem system(*layout);
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
    if (!system.Eliminate(hashes, seed)) continue;
    AlignedBytes payload(layout->PayloadBytes());
    system.Solve(&payload);
    return SealFilter(payload, {.keys = keys.size(),
                                .parameter = static_cast<std::uint8_t>(seed),
                                .kind = FilterKind::kRibbon});
  }
  return {};
}

Result<std::unique_ptr<FilterReader>> OpenRibbon(std::string bytes) {
  const Result<FilterTrailer> trailer = ReadTrailer(FilterKind::kRibbon, bytes);
  if (!trailer) return tl::unexpected<Error>(trailer.error());
  AlignedBytes payload(Payload(bytes));
  const std::optional<RibbonLayout> layout = RibbonLayoutFor(trailer->keys, payload.size());
  if (!layout || layout->PayloadBytes() != payload.size()) {
    return BadFilter(FilterKind::kRibbon, "size does not fit the number of keys");
  }
  return std::make_unique<RibbonReader>(std::move(payload), *layout, trailer->parameter);
}

}  // namespace bitladder::engine
