#include "engine/filter/partition.h"

#include <cstddef>

#include "engine/filter/arithmetic.h"

namespace bitladder::engine {

std::vector<std::uint64_t> PartitionByPosition(std::span<const std::uint64_t> hashes,
                                               std::uint64_t word) {
  constexpr int kStretchBits = 11;
  constexpr std::size_t kFew = 4096;
  if (hashes.size() <= kFew) return {hashes.begin(), hashes.end()};
  std::vector<std::size_t> next((std::size_t{1} << kStretchBits) + 1);
  const auto stretch = [word](std::uint64_t hash) {
    return static_cast<std::size_t>(MixedWord(hash, word) >> (64 - kStretchBits));
  };
  for (const std::uint64_t hash : hashes) ++next[stretch(hash) + 1];
  for (std::size_t i = 1; i < next.size(); ++i) next[i] += next[i - 1];
  std::vector<std::uint64_t> ordered(hashes.size());
  for (const std::uint64_t hash : hashes) ordered[next[stretch(hash)]++] = hash;
  return ordered;
}

std::vector<std::uint64_t> WideHashes(std::span<const KeyHash> keys) {
  std::vector<std::uint64_t> hashes;
  hashes.reserve(keys.size());
  for (const KeyHash& key : keys) hashes.push_back(key.wide);
  return hashes;
}

}  // namespace bitladder::engine
