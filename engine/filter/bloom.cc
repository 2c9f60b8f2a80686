#include "engine/filter/bloom.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "engine/filter/arithmetic.h"
#include "engine/filter/bit_setter.h"
#include "engine/filter/bloom_bits.h"
#include "engine/filter/bloom_probes.h"
#include "engine/filter/filter_batch.h"
#include "engine/filter/filter_bytes.h"

namespace bitladder::engine {
namespace {

class BloomReader final : public FilterReader {
 public:
  BloomReader(AlignedBytes payload, int probes)
      : payload_(std::move(payload)), bits_(std::uint64_t{8} * payload_.size()), probes_(probes) {}

  bool MayContain(const KeyHash& key) const override {
    return BloomMayContain(payload_.data(), bits_, probes_, key.wide);
  }

  // The first pair's lines: three negative lookups in four need no other.
  void Prefetch(const KeyHash& key) const override {
    for (int i = 0; i < std::min(probes_, 2); ++i) {
      __builtin_prefetch(payload_.data() + BloomPosition(key.wide, i, bits_) / 8);
    }
  }

  std::uint64_t MayContainBatch(std::span<const KeyHash> keys) const override {
    return ProbeBatch(*this, keys);
  }

  FilterKind kind() const override { return FilterKind::kBloom; }
  std::uint64_t filter_bits() const override { return bits_; }
  std::uint64_t resident_bytes() const override {
    return sizeof(*this) + payload_.resident_bytes();
  }

  std::optional<double> FprFromContents() const override { return std::pow(*FillRatio(), probes_); }
  std::optional<double> FillRatio() const override {
    return static_cast<double>(payload_.CountOnes()) / static_cast<double>(bits_);
  }

 private:
  AlignedBytes payload_;
  std::uint64_t bits_;
  int probes_;
};

}  // namespace

std::uint64_t BloomBits(std::uint64_t keys, std::uint32_t bits_per_key_1024) {
  return RequestedBits(keys, bits_per_key_1024) / 8 * 8;
}

std::string BuildBloom(std::uint32_t bits_per_key_1024, std::span<const KeyHash> keys) {
  const std::uint64_t bits = BloomBits(keys.size(), bits_per_key_1024);
  if (bits == 0) return {};
  const int probes = BestBloomProbes(bits, keys.size());
  AlignedBytes payload(bits / 8);
  BitSetter setter(payload.data(), BloomPosition(keys.front().wide, 0, bits));
  for (const KeyHash& key : keys) {
    for (int i = 0; i < probes; ++i) setter.Set(BloomPosition(key.wide, i, bits));
  }
  setter.Flush();
  return SealFilter(payload, {.keys = keys.size(),
                              .parameter = static_cast<std::uint8_t>(probes),
                              .kind = FilterKind::kBloom});
}

Result<std::unique_ptr<FilterReader>> OpenBloom(std::string bytes) {
  const Result<FilterTrailer> trailer = ReadTrailer(FilterKind::kBloom, bytes);
  if (!trailer) return tl::unexpected<Error>(trailer.error());
  AlignedBytes payload(Payload(bytes));
  const int probes = BestBloomProbes(std::uint64_t{8} * payload.size(), trailer->keys);
  if (trailer->parameter != probes) {
    return BadFilter(FilterKind::kBloom, "number of probes does not fit keys and size");
  }
  return std::make_unique<BloomReader>(std::move(payload), probes);
}

}  // namespace bitladder::engine
