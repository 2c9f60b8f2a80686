// Named, independent random streams of one seed. Own code, because the results of the standard
// library's distributions differ between implementations and a seed must mean the same everywhere.
#pragma once

#include <array>
#include <cstdint>
#include <initializer_list>
#include <string_view>

namespace bitladder::experiments {

// xoshiro256** (Blackman and Vigna, "Scrambled linear pseudorandom number generators", 2021).
// Streams of different (seed, name, salts) start at unrelated places of a sequence of period 2^256
// - 1.
class RandomStream {
 public:
  using State = std::array<std::uint64_t, 4>;

  // `salts` tell apart streams of one name, e.g. a point's id and its repetition.
  RandomStream(std::uint64_t seed, std::string_view name,
               std::initializer_list<std::string_view> salts = {});

  // Continues from a given state, which must not be all zeros.
  explicit RandomStream(const State& state) : state_(state) {}

  std::uint64_t Next();

  // Uniform on [0, bound), without bias; bound >= 1.
  std::uint64_t Below(std::uint64_t bound);

  // Uniform on [0, 1), a multiple of 2^-53.
  double NextUnit();

 private:
  State state_;
};

}  // namespace bitladder::experiments
