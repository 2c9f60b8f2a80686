#include "experiments/confront/filter_key_sets.h"

#include <fmt/format.h>

#include <string>

#include "experiments/workload/key_space.h"

namespace bitladder::experiments {
namespace {

constexpr std::uint64_t kSeed = 20170514;

void AppendBigEndian(std::uint64_t value, std::string* key) {
  for (int shift = 56; shift >= 0; shift -= 8)
    key->push_back(static_cast<char>(value >> shift & 0xff));
}

void AppendLittleEndian(std::uint64_t value, std::string* key) {
  for (int shift = 0; shift < 64; shift += 8)
    key->push_back(static_cast<char>(value >> shift & 0xff));
}

// Key number `i` of a shape that counts.
std::string CountedKey(KeyShape shape, std::uint64_t i) {
  std::string key;
  if (shape == KeyShape::kSequential) return fmt::format("user{:012}", i);
  if (shape == KeyShape::kBigEndian) AppendBigEndian(i, &key);
  if (shape == KeyShape::kLowEntropy) {
    for (int bit = 39; bit >= 0; --bit) key.push_back((i >> bit & 1) == 0 ? 'a' : 'b');
  }
  return key;
}

std::string KeyOf(KeyShape shape, const KeySpace& space, bool is_absent, std::uint64_t i,
                  std::uint64_t present) {
  std::string key;
  if (shape == KeyShape::kRandom) {
    space.WriteKey(is_absent ? space.AbsentPlace(i) : space.PresentPlace(i), &key);
  } else if (shape == KeyShape::kStrided) {
    AppendLittleEndian(4096 * i + (is_absent ? 2048 : 0), &key);
  } else {
    key = CountedKey(shape, is_absent ? present + i : i);
  }
  return key;
}

}  // namespace

std::string_view KeyShapeName(KeyShape shape) {
  switch (shape) {
    case KeyShape::kRandom:
      return "random";
    case KeyShape::kSequential:
      return "sequential";
    case KeyShape::kStrided:
      return "strided";
    case KeyShape::kBigEndian:
      return "big_endian";
    case KeyShape::kLowEntropy:
      return "low_entropy";
  }
  return "unknown";
}

KeySets MakeKeySets(KeyShape shape, std::uint64_t present, std::uint64_t absent) {
  KeySpace::Options options;
  options.seed = kSeed;
  const KeySpace space(options);
  KeySets sets;
  sets.present.reserve(present);
  sets.absent.reserve(absent);
  for (std::uint64_t i = 0; i < present; ++i) {
    sets.present.push_back(engine::HashUserKey(KeyOf(shape, space, false, i, present)));
  }
  for (std::uint64_t i = 0; i < absent; ++i) {
    sets.absent.push_back(engine::HashUserKey(KeyOf(shape, space, true, i, present)));
  }
  return sets;
}

}  // namespace bitladder::experiments
