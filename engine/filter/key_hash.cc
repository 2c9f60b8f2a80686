// The two hashes of a user key.
#define XXH_INLINE_ALL
#include <xxhash.h>

#include <cstring>

#include "engine/filter/filter.h"

namespace bitladder::engine {

KeyHash HashUserKey(std::string_view user_key) {
  return KeyHash{.wide = WideHash(user_key), .leveldb = LevelDbHash(user_key)};
}

std::uint64_t WideHash(std::string_view user_key) {
  return XXH3_64bits(user_key.data(), user_key.size());
}

// LevelDB's hash (util/hash.cc, a relative of MurmurHash1) with the seed of its Bloom filter: whole
// little-endian words first, then the remaining one to three bytes as unsigned values.
std::uint32_t LevelDbHash(std::string_view user_key) {
  constexpr std::uint32_t kSeed = 0xbc9f1d34;
  constexpr std::uint32_t kMultiplier = 0xc6a4a793;
  constexpr std::size_t kWordBytes = sizeof(std::uint32_t);
  std::uint32_t hash = kSeed ^ static_cast<std::uint32_t>(user_key.size() * kMultiplier);
  for (; user_key.size() >= kWordBytes; user_key.remove_prefix(kWordBytes)) {
    std::uint32_t word;
    std::memcpy(&word, user_key.data(), kWordBytes);
    hash = (hash + word) * kMultiplier;
    hash ^= hash >> 16;
  }
  if (user_key.empty()) return hash;
  std::uint32_t tail = 0;
  for (std::size_t i = 0; i < user_key.size(); ++i) {
    tail += std::uint32_t{static_cast<std::uint8_t>(user_key[i])} << (8 * i);
  }
  hash = (hash + tail) * kMultiplier;
  return hash ^ (hash >> 24);
}

}  // namespace bitladder::engine
