// Random numbers of the theory room: named streams of one seed, the same on every machine and
// compiler (the distributions of the standard library are not).
#pragma once

#include <cstdint>
#include <string_view>

namespace bitladder::sim {

// A bijection of 64-bit words whose output bits all depend on all input bits (Stafford's variant 13
// of the MurmurHash3 finaliser, as in SplitMix64; Steele, Lea, Flood, OOPSLA 2014).
constexpr std::uint64_t MixBits(std::uint64_t z) {
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  return z ^ (z >> 31);
}

// Counter-based: draw i of a stream is MixBits(start + i * kStep), so a stream is its start and a
// count. Streams of other names or seeds start elsewhere in the same cycle of 2^64 draws: two
// streams of 2^32 draws each overlap with probability 2^-31.
class RandomStream {
 public:
  RandomStream(std::uint64_t seed, std::string_view name) : state_(MixBits(seed + kStep)) {
    for (const char c : name) state_ = MixBits(state_ + static_cast<unsigned char>(c) + 1);
  }

  // The stream number `index` under this one: independent of it and of its other children.
  RandomStream Child(std::uint64_t index) const {
    RandomStream child = *this;
    child.state_ = MixBits(MixBits(state_ ^ 0x6a09e667f3bcc909) + index);
    return child;
  }

  std::uint64_t Next() { return MixBits(state_ += kStep); }

  std::uint32_t Next32() { return static_cast<std::uint32_t>(Next() >> 32); }

  // Uniform in (0, 1]: 2^-53, 2 * 2^-53, ..., 1. Its logarithm is finite.
  double NextUnit() { return static_cast<double>((Next() >> 11) + 1) * 0x1p-53; }

 private:
  static constexpr std::uint64_t kStep = 0x9e3779b97f4a7c15;  // 2^64 / golden ratio, odd

  std::uint64_t state_;
};

}  // namespace bitladder::sim
