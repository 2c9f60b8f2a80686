#include "engine/filter/counting_bloom.h"

#include <algorithm>
#include <cmath>

#include "engine/check.h"
#include "engine/filter/bloom.h"
#include "engine/filter/bloom_bits.h"
#include "engine/filter/bloom_probes.h"

namespace bitladder::engine {
namespace {

constexpr unsigned kStuck = 15;

}  // namespace

CountingBloom::CountingBloom(std::uint64_t design_keys, std::uint32_t counters_per_key_1024)
    : counters_(std::max<std::uint64_t>(8, BloomBits(design_keys, counters_per_key_1024))),
      probes_(BestBloomProbes(std::min(counters_, 128 * design_keys), design_keys)),
      bytes_(counters_ / 2) {}

unsigned CountingBloom::CounterAt(std::uint64_t position) const {
  return bytes_.data()[position / 2] >> (position % 2 * 4) & 15U;
}

void CountingBloom::SetCounter(std::uint64_t position, unsigned value) {
  std::uint8_t& byte = bytes_.data()[position / 2];
  const unsigned shift = position % 2 * 4;
  byte = static_cast<std::uint8_t>((byte & ~(15U << shift)) | value << shift);
}

void CountingBloom::Add(const KeyHash& key) {
  for (int i = 0; i < probes_; ++i) {
    const std::uint64_t position = BloomPosition(key.wide, i, counters_);
    SetCounter(position, std::min(CounterAt(position) + 1, kStuck));
  }
}

bool CountingBloom::Remove(const KeyHash& key) {
  if (!MayContain(key)) return false;
  for (int i = 0; i < probes_; ++i) {
    const std::uint64_t position = BloomPosition(key.wide, i, counters_);
    const unsigned count = CounterAt(position);
    // Two probes of a key that was never added may share a counter of 1.
    if (count > 0 && count < kStuck) SetCounter(position, count - 1);
  }
  return true;
}

bool CountingBloom::MayContain(const KeyHash& key) const {
  for (int i = 0; i < probes_; ++i) {
    if (CounterAt(BloomPosition(key.wide, i, counters_)) == 0) return false;
  }
  return true;
}

double CountingBloom::FillRatio() const {
  std::uint64_t used = 0;
  for (std::uint64_t i = 0; i < counters_; ++i) used += CounterAt(i) != 0 ? 1 : 0;
  return static_cast<double>(used) / static_cast<double>(counters_);
}

double CountingBloom::FprFromContents() const { return std::pow(FillRatio(), probes_); }

}  // namespace bitladder::engine
