#include "engine/filter/scalable_bloom.h"

#include <algorithm>
#include <cmath>

#include "engine/check.h"
#include "engine/filter/bloom.h"
#include "engine/filter/bloom_bits.h"
#include "engine/filter/bloom_probes.h"

namespace bitladder::engine {
namespace {

constexpr std::uint32_t kMoreBitsPerStage1024 = 1478;

std::uint64_t StageHash(std::uint64_t hash, std::size_t stage) {
  return MixedWord(hash, (std::uint64_t{1} << 32) + stage);
}

}  // namespace

ScalableBloom::ScalableBloom(std::uint64_t initial_keys, std::uint32_t bits_per_key_1024)
    : initial_keys_(initial_keys), bits_per_key_1024_(bits_per_key_1024) {
  ENGINE_CHECK(bits_per_key_1024 >= 1024 && bits_per_key_1024 <= 64 * 1024, bits_per_key_1024,
               initial_keys);
  ENGINE_CHECK(BloomBits(initial_keys, bits_per_key_1024) > 0, initial_keys, bits_per_key_1024);
  AddStage();
}

void ScalableBloom::AddStage() {
  const auto stage = static_cast<std::uint32_t>(stages_.size());
  const std::uint64_t capacity = initial_keys_ << stage;
  const std::uint32_t bits_per_key_1024 =
      std::min(bits_per_key_1024_ + kMoreBitsPerStage1024 * stage, kMaxBitsPerKey1024);
  const std::uint64_t bits = BloomBits(capacity, bits_per_key_1024);
  stages_.push_back({.capacity = capacity,
                     .held = 0,
                     .probes = BestBloomProbes(bits, capacity),
                     .bytes = AlignedBytes(bits / 8)});
}

void ScalableBloom::Add(const KeyHash& key) {
  if (stages_.back().held == stages_.back().capacity) AddStage();
  Stage& stage = stages_.back();
  const std::uint64_t hash = StageHash(key.wide, stages_.size() - 1);
  for (int i = 0; i < stage.probes; ++i) {
    const std::uint64_t position = BloomPosition(hash, i, stage.bits());
    stage.bytes.data()[position / 8] |= static_cast<std::uint8_t>(1U << (position % 8));
  }
  ++stage.held;
}

// The last stage holds half of the keys: newest first finds a present key soonest.
bool ScalableBloom::MayContain(const KeyHash& key) const {
  for (std::size_t i = stages_.size(); i-- > 0;) {
    const Stage& stage = stages_[i];
    if (BloomMayContain(stage.bytes.data(), stage.bits(), stage.probes, StageHash(key.wide, i))) {
      return true;
    }
  }
  return false;
}

std::uint64_t ScalableBloom::filter_bits() const {
  std::uint64_t bits = 0;
  for (const Stage& stage : stages_) bits += stage.bits();
  return bits;
}

std::uint64_t ScalableBloom::resident_bytes() const {
  std::uint64_t bytes = sizeof(*this);
  for (const Stage& stage : stages_) bytes += sizeof(Stage) + stage.bytes.resident_bytes();
  return bytes;
}

double ScalableBloom::FprFromContents() const {
  double none = 1;
  for (const Stage& stage : stages_) {
    const double fill =
        static_cast<double>(stage.bytes.CountOnes()) / static_cast<double>(stage.bits());
    none *= 1 - std::pow(fill, stage.probes);
  }
  return 1 - none;
}

}  // namespace bitladder::engine
