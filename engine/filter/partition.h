// Brings keys into the order of the place in memory that they will touch.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engine/filter/filter.h"

namespace bitladder::engine {

// The wide hashes, ordered by the top 11 bits of MixedWord(hash, word) and so by mulhi of that word
// with any range, up to stretches of 1/2048 of the range: whoever visits them in turn stays within
// a stretch, which fits the second-level cache, where an unordered visit would miss every cache at
// every key. Equal stretches keep their order; few hashes are left as they are. O(hashes).
std::vector<std::uint64_t> PartitionByPosition(std::span<const std::uint64_t> hashes,
                                               std::uint64_t word);

std::vector<std::uint64_t> WideHashes(std::span<const KeyHash> keys);

}  // namespace bitladder::engine
