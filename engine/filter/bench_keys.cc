#include "engine/filter/bench_keys.h"

#include <cstring>

#include "engine/filter/arithmetic.h"

namespace bitladder::engine {
namespace {

// Streams: 0 is present, 1 absent.
KeyBytes MakeKey(std::uint64_t stream, std::uint64_t i) {
  const std::array<std::uint64_t, 2> words = {Mix64(i), stream};
  KeyBytes key;
  std::memcpy(key.data(), words.data(), sizeof(words));
  return key;
}

std::vector<KeyBytes> MakeKeys(std::uint64_t stream, std::uint64_t count) {
  std::vector<KeyBytes> keys(count);
  for (std::uint64_t i = 0; i < count; ++i) keys[i] = MakeKey(stream, i);
  return keys;
}

std::vector<KeyHash> MakeHashes(std::uint64_t stream, std::uint64_t count) {
  std::vector<KeyHash> hashes(count);
  for (std::uint64_t i = 0; i < count; ++i) hashes[i] = HashUserKey(View(MakeKey(stream, i)));
  return hashes;
}

}  // namespace

const std::vector<KeyBytes>& PresentKeys(std::uint64_t count) {
  static std::vector<KeyBytes> keys;
  if (keys.size() != count) keys = MakeKeys(0, count);
  return keys;
}

const std::vector<KeyHash>& PresentHashes(std::uint64_t count) {
  static std::vector<KeyHash> hashes;
  if (hashes.size() != count) hashes = MakeHashes(0, count);
  return hashes;
}

const std::vector<KeyBytes>& AbsentKeys() {
  static const std::vector<KeyBytes> keys = MakeKeys(1, kAbsentKeys);
  return keys;
}

const std::vector<KeyHash>& AbsentHashes() {
  static const std::vector<KeyHash> hashes = MakeHashes(1, kAbsentKeys);
  return hashes;
}

}  // namespace bitladder::engine
