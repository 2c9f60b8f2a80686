#include "engine/filter/binary_fuse_peeler.h"

#include <array>

#include "engine/filter/binary_fuse_slots.h"
#include "engine/filter/partition.h"

namespace bitladder::engine {
namespace {

constexpr std::uint8_t kOneKey = 4;  // the count stands above two bits of role

// What touches each slot: the xor of its keys' hashes; how many they are (6 bits) and the xor of
// their roles, that is which of the key's three slots this one is (2 bits).
class SlotSums {
 public:
  explicit SlotSums(std::uint64_t slots) : hashes_(slots), counts_(slots) {}

  // False when the count overflows.
  bool Add(std::uint64_t hash, const std::array<std::uint64_t, 3>& slots) {
    bool fits = true;
    for (std::uint8_t role = 0; role < 3; ++role) {
      hashes_[slots[role]] ^= hash;
      std::uint8_t& count = counts_[slots[role]];
      count = static_cast<std::uint8_t>((count + kOneKey) ^ role);
      fits &= count >= kOneKey;
    }
    return fits;
  }
  void Remove(std::uint64_t hash, std::uint64_t slot, std::uint8_t role) {
    hashes_[slot] ^= hash;
    counts_[slot] = static_cast<std::uint8_t>((counts_[slot] - kOneKey) ^ role);
  }
  bool HasOne(std::uint64_t slot) const { return counts_[slot] / kOneKey == 1; }
  std::uint64_t HashAt(std::uint64_t slot) const { return hashes_[slot]; }
  std::uint8_t RoleAt(std::uint64_t slot) const { return counts_[slot] % kOneKey; }

 private:
  std::vector<std::uint64_t> hashes_;
  std::vector<std::uint8_t> counts_;
};

}  // namespace

PeeledKeys PeelBinaryFuse(std::span<const std::uint64_t> hashes, std::uint64_t seed,
                          const BinaryFuseLayout& layout) {
  SlotSums sums(layout.slots());
  bool fits = true;
  for (const std::uint64_t hash : PartitionByPosition(hashes, kFuseWordsPerSeed * seed)) {
    fits &= sums.Add(hash, FuseSlotsOf(hash, seed, layout));
  }
  if (!fits) return {};

  PeeledKeys peeled;
  peeled.hashes.reserve(hashes.size());
  peeled.own_slot.reserve(hashes.size());
  std::vector<std::uint64_t> lonely;
  for (std::uint64_t seed_slot = 0; seed_slot < layout.slots(); ++seed_slot) {
    // Depth first from each lonely slot, so that the work stays near it in memory.
    if (!sums.HasOne(seed_slot)) continue;
    lonely.push_back(seed_slot);
    while (!lonely.empty()) {
      const std::uint64_t slot = lonely.back();
      lonely.pop_back();
      if (!sums.HasOne(slot)) continue;
      const std::uint64_t hash = sums.HashAt(slot);
      peeled.hashes.push_back(hash);
      peeled.own_slot.push_back(sums.RoleAt(slot));
      const std::array<std::uint64_t, 3> slots = FuseSlotsOf(hash, seed, layout);
      for (std::uint8_t role = 0; role < 3; ++role) {
        sums.Remove(hash, slots[role], role);
        if (sums.HasOne(slots[role])) lonely.push_back(slots[role]);
      }
    }
  }
  if (peeled.hashes.size() != hashes.size()) return {};
  return peeled;
}

}  // namespace bitladder::engine
