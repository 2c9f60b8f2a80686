#include "experiments/workload/key_permutation.h"

#include <cstddef>

#include "experiments/workload/mix.h"

namespace bitladder::experiments {
namespace {

// Solves y = x ^ (x >> shift) for x, shift >= 1.
constexpr std::uint64_t UndoXorShift(std::uint64_t y, int shift) {
  std::uint64_t x = y;
  for (int known_bits = shift; known_bits < 64; known_bits += shift) x = y ^ (x >> shift);
  return x;
}

// The inverse of an odd number modulo 2^64. Newton's iteration doubles the right low bits: 3, 6,
// ..., 96.
constexpr std::uint64_t InverseOf(std::uint64_t odd) {
  std::uint64_t inverse = odd;
  for (int i = 0; i < 5; ++i) inverse *= 2 - odd * inverse;
  return inverse;
}

constexpr std::uint64_t kUnmix1 = InverseOf(0xbf58476d1ce4e5b9ULL);
constexpr std::uint64_t kUnmix2 = InverseOf(0x94d049bb133111ebULL);
static_assert(kUnmix1 * 0xbf58476d1ce4e5b9ULL == 1);
static_assert(kUnmix2 * 0x94d049bb133111ebULL == 1);

constexpr std::uint64_t Unmix64(std::uint64_t y) {
  y = UndoXorShift(y, 31) * kUnmix2;
  y = UndoXorShift(y, 27) * kUnmix1;
  return UndoXorShift(y, 30);
}
static_assert(Unmix64(Mix64(0x0123456789abcdefULL)) == 0x0123456789abcdefULL);

}  // namespace

KeyPermutation::KeyPermutation(RandomStream stream) {
  for (std::uint64_t& key : round_keys_) key = stream.Next();
}

std::uint64_t KeyPermutation::Forward(std::uint64_t x) const {
  for (const std::uint64_t key : round_keys_) x = Mix64(x + key);
  return x;
}

std::uint64_t KeyPermutation::Inverse(std::uint64_t y) const {
  for (std::size_t round = round_keys_.size(); round-- > 0;) y = Unmix64(y) - round_keys_[round];
  return y;
}

}  // namespace bitladder::experiments
