#include "engine/filter/binary_fuse.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <optional>
#include <utility>
#include <vector>

#include "engine/filter/arithmetic.h"
#include "engine/filter/binary_fuse_layout.h"
#include "engine/filter/binary_fuse_peeler.h"
#include "engine/filter/binary_fuse_slots.h"
#include "engine/filter/filter_batch.h"
#include "engine/filter/filter_bytes.h"
#include "engine/filter/partition.h"

namespace bitladder::engine {
namespace {

constexpr std::uint64_t kSeeds = 256;

std::uint64_t PayloadBitsFor(std::uint64_t keys, std::uint32_t bits_per_key_1024) {
  return RequestedBits(keys, bits_per_key_1024) / 8 * 8;
}

class BinaryFuseReader final : public FilterReader {
 public:
  BinaryFuseReader(AlignedBytes payload, const BinaryFuseLayout& layout, std::uint64_t seed)
      : payload_(std::move(payload)), layout_(layout), seed_(seed) {}

  bool MayContain(const KeyHash& key) const override {
    const std::array<std::uint64_t, 3> slots = FuseSlotsOf(key.wide, seed_, layout_);
    std::uint64_t difference = FuseFingerprint(key.wide, seed_);
    for (const std::uint64_t slot : slots)
      difference ^= LoadFuseSlot(payload_.data(), slot, layout_);
    return (difference & LowBits(layout_.WidthOf(slots[0]))) == 0;
  }

  void Prefetch(const KeyHash& key) const override {
    for (const std::uint64_t slot : FuseSlotsOf(key.wide, seed_, layout_)) {
      __builtin_prefetch(payload_.data() + layout_.OffsetOf(slot) / 8);
    }
  }

  std::uint64_t MayContainBatch(std::span<const KeyHash> keys) const override {
    return ProbeBatch(*this, keys);
  }

  FilterKind kind() const override { return FilterKind::kBinaryFuse; }
  std::uint64_t filter_bits() const override { return layout_.PayloadBits(); }
  std::uint64_t resident_bytes() const override {
    return sizeof(*this) + payload_.resident_bytes();
  }

  // The rate does not depend on the contents, and half of the bits are set whatever it holds.
  std::optional<double> FprFromContents() const override { return std::nullopt; }
  std::optional<double> FillRatio() const override { return std::nullopt; }

 private:
  AlignedBytes payload_;
  BinaryFuseLayout layout_;
  std::uint64_t seed_;
};

// Writes each peeled key's own slot so that its three slots xor to its fingerprint.
AlignedBytes FillSlots(const PeeledKeys& peeled, std::uint64_t seed,
                       const BinaryFuseLayout& layout) {
  AlignedBytes payload((layout.PayloadBits() + 7) / 8);
  for (std::size_t i = peeled.hashes.size(); i-- > 0;) {
    const std::array<std::uint64_t, 3> slots = FuseSlotsOf(peeled.hashes[i], seed, layout);
    const std::uint64_t own = slots[peeled.own_slot[i]];
    std::uint64_t value = FuseFingerprint(peeled.hashes[i], seed);
    for (const std::uint64_t slot : slots) {
      // The own slot still holds zeros, so that its width need not be told from the others'.
      value ^= LoadFuseSlot(payload.data(), slot, layout) & LowBits(layout.WidthOf(slot));
    }
    const std::uint64_t bit = layout.OffsetOf(own);
    std::uint64_t word;
    std::memcpy(&word, payload.data() + bit / 8, sizeof(word));
    word |= (value & LowBits(layout.WidthOf(own))) << (bit % 8);
    std::memcpy(payload.data() + bit / 8, &word, sizeof(word));
  }
  return payload;
}

}  // namespace

std::string BuildBinaryFuse(std::uint32_t bits_per_key_1024, std::span<const KeyHash> keys) {
  const std::optional<BinaryFuseLayout> layout =
      BinaryFuseLayoutFor(keys.size(), PayloadBitsFor(keys.size(), bits_per_key_1024));
  if (!layout) return {};
  std::vector<std::uint64_t> hashes = WideHashes(keys);
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
    const PeeledKeys peeled = PeelBinaryFuse(hashes, seed, *layout);
    if (!peeled.hashes.empty()) {
      return SealFilter(FillSlots(peeled, seed, *layout),
                        {.keys = keys.size(),
                         .parameter = static_cast<std::uint8_t>(seed),
                         .kind = FilterKind::kBinaryFuse});
    }
    if (seed > 0) continue;
    // The first failure may be due to equal hashes; no other seed would mend that.
    std::sort(hashes.begin(), hashes.end());
    hashes.erase(std::unique(hashes.begin(), hashes.end()), hashes.end());
  }
  return {};
}

Result<std::unique_ptr<FilterReader>> OpenBinaryFuse(std::string bytes) {
  const Result<FilterTrailer> trailer = ReadTrailer(FilterKind::kBinaryFuse, bytes);
  if (!trailer) return tl::unexpected<Error>(trailer.error());
  AlignedBytes payload(Payload(bytes));
  const std::uint64_t bits = std::uint64_t{8} * payload.size();
  const std::optional<BinaryFuseLayout> layout = BinaryFuseLayoutFor(trailer->keys, bits);
  if (!layout || layout->PayloadBits() != bits) {
    return BadFilter(FilterKind::kBinaryFuse, "size does not fit the number of keys");
  }
  return std::make_unique<BinaryFuseReader>(std::move(payload), *layout, trailer->parameter);
}

}  // namespace bitladder::engine
