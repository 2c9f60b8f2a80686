#include "experiments/workload/random_stream.h"

#include <xxhash.h>

#include <bit>
#include <string>

#include "experiments/check.h"
#include "experiments/workload/mix.h"

namespace bitladder::experiments {
namespace {

RandomStream::State StateFor(std::uint64_t seed, std::string_view name,
                             std::initializer_list<std::string_view> salts) {
  // Each part carries its length, so that ("ab", "c") and ("a", "bc") are different streams.
  std::string label;
  const auto append = [&label](std::string_view part) {
    label += std::to_string(part.size());
    label += ':';
    label += part;
  };
  append(name);
  for (const std::string_view salt : salts) append(salt);
  const XXH128_hash_t hash = XXH3_128bits_withSeed(label.data(), label.size(), seed);
  // Distinct Mix64 arguments give distinct words, so at most one of the four is zero.
  return {Mix64(hash.low64), Mix64(hash.low64 + 1), Mix64(hash.high64), Mix64(hash.high64 + 1)};
}

}  // namespace

RandomStream::RandomStream(std::uint64_t seed, std::string_view name,
                           std::initializer_list<std::string_view> salts)
    : state_(StateFor(seed, name, salts)) {}

std::uint64_t RandomStream::Next() {
  const std::uint64_t result = std::rotl(state_[1] * 5, 7) * 9;
  const std::uint64_t shifted = state_[1] << 17;
  state_[2] ^= state_[0];
  state_[3] ^= state_[1];
  state_[1] ^= state_[2];
  state_[0] ^= state_[3];
  state_[2] ^= shifted;
  state_[3] = std::rotl(state_[3], 45);
  return result;
}

std::uint64_t RandomStream::Below(std::uint64_t bound) {
  EXPERIMENTS_CHECK(bound >= 1, bound, 0);
  // 2^64 mod bound draws at the top would favour small results; they are drawn again.
  const std::uint64_t unfair = (0 - bound) % bound;
  std::uint64_t draw = Next();
  while (draw > UINT64_MAX - unfair) draw = Next();
  return draw % bound;
}

double RandomStream::NextUnit() { return static_cast<double>(Next() >> 11) * 0x1.0p-53; }

}  // namespace bitladder::experiments
