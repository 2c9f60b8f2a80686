// Finds an order in which the slots of a binary fuse filter can be filled.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engine/filter/binary_fuse_layout.h"

namespace bitladder::engine {

// A key and which of its three slots is its own: no key before it in the order touches that slot.
struct PeeledKeys {
  std::vector<std::uint64_t> hashes;
  std::vector<std::uint8_t> own_slot;  // 0, 1 or 2
};

// Peels the keys under `seed`: takes off keys that have a slot to themselves until none is left.
// Filled in the reverse of the returned order, each key finds its own slot unwritten. Empty when
// the keys cannot be peeled; keys that occur twice never can. hashes not empty.
PeeledKeys PeelBinaryFuse(std::span<const std::uint64_t> hashes, std::uint64_t seed,
                          const BinaryFuseLayout& layout);

}  // namespace bitladder::engine
