#include "experiments/workload/key_space.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstring>

#include "experiments/check.h"
#include "experiments/workload/mix.h"

namespace bitladder::experiments {
namespace {

constexpr std::size_t kPlaceBytes = 8;
constexpr std::uint64_t kIndexLimit = std::uint64_t{1} << 62;
constexpr std::uint64_t kGoldenGamma = 0x9e3779b97f4a7c15ULL;  // odd, 2^64 / golden ratio

static_assert(std::endian::native == std::endian::little, "keys and values are written as bytes");

// Fills `out` from `from` on with the SplitMix64 sequence that starts at `state`.
void FillDerived(std::uint64_t state, std::size_t from, std::string* out) {
  for (std::size_t at = from; at < out->size(); at += sizeof(std::uint64_t)) {
    state += kGoldenGamma;
    const std::uint64_t word = Mix64(state);
    std::memcpy(out->data() + at, &word, std::min(sizeof word, out->size() - at));
  }
}

}  // namespace

KeySpace::KeySpace(const Options& options)
    : options_(options),
      permutation_(RandomStream(options.seed, "key permutation")),
      offset_(RandomStream(options.seed, "key offset").Next() >> 1),
      key_salt_(RandomStream(options.seed, "key bytes").Next()),
      value_salt_(RandomStream(options.seed, "value bytes").Next()) {
  EXPERIMENTS_CHECK(options.key_bytes >= kPlaceBytes, options.key_bytes, kPlaceBytes);
}

std::uint64_t KeySpace::Image(std::uint64_t x) const {
  return options_.order == LoadOrder::kRandom ? permutation_.Forward(x) : x + offset_;
}

std::uint64_t KeySpace::Preimage(std::uint64_t place) const {
  return options_.order == LoadOrder::kRandom ? permutation_.Inverse(place) : place - offset_;
}

std::uint64_t KeySpace::PresentPlace(std::uint64_t index) const {
  EXPERIMENTS_CHECK(index < kIndexLimit, index, kIndexLimit);
  return Image(2 * index);
}

std::uint64_t KeySpace::AbsentPlace(std::uint64_t index) const {
  EXPERIMENTS_CHECK(index < kIndexLimit, index, kIndexLimit);
  return Image(2 * index + 1);
}

bool KeySpace::IsPresent(std::uint64_t place, std::uint64_t entries) const {
  const std::uint64_t x = Preimage(place);
  return x % 2 == 0 && x / 2 < entries;
}

void KeySpace::WriteKey(std::uint64_t place, std::string* key) const {
  key->resize(options_.key_bytes);
  for (std::size_t i = 0; i < kPlaceBytes; ++i) {
    (*key)[i] = static_cast<char>(place >> (56 - 8 * i));
  }
  if (key->size() > kPlaceBytes) FillDerived(Mix64(place ^ key_salt_), kPlaceBytes, key);
}

void KeySpace::WriteValue(std::uint64_t place, std::string* value) const {
  value->resize(options_.value_bytes);
  FillDerived(Mix64(place ^ value_salt_), 0, value);
}

std::uint64_t PlaceOfKey(std::string_view key) {
  EXPERIMENTS_CHECK(key.size() >= kPlaceBytes, key.size(), kPlaceBytes);
  std::uint64_t place = 0;
  for (std::size_t i = 0; i < kPlaceBytes; ++i) {
    place = place << 8 | static_cast<unsigned char>(key[i]);
  }
  return place;
}

}  // namespace bitladder::experiments
