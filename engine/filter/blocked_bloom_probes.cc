#include "engine/filter/blocked_bloom_probes.h"

#include <algorithm>
#include <iterator>

#include "engine/filter/arithmetic.h"

namespace bitladder::engine {
namespace {

// Printed by blocked_bloom_probes.py; blocked_bloom_probes_test.cc checks it against the exact
// rates.
constexpr std::uint32_t kSwitchPoints[] = {
    2132,  3671,  5227,  6834,  8517,  10300, 12207, 14267, 16511, 18973, 21694,  24719,
    28104, 31910, 36209, 41090, 46652, 53018, 60329, 68760, 78513, 89838, 103031, 118452,
};

static_assert(std::size(kSwitchPoints) == kMaxBlockedBloomProbes - 1);

}  // namespace

int BestBlockedBloomProbes(std::uint64_t bits, std::uint64_t keys) {
  ENGINE_CHECK(keys >= 1 && Uint128{bits} <= Uint128{keys} * 128, bits, keys);
  const auto* first_above = std::find_if(
      std::begin(kSwitchPoints), std::end(kSwitchPoints),
      [&](std::uint32_t point) { return Uint128{bits} * 1024 < Uint128{point} * keys; });
  return 1 + static_cast<int>(std::distance(std::begin(kSwitchPoints), first_above));
}

std::span<const std::uint32_t> BlockedBloomSwitchPoints() { return kSwitchPoints; }

}  // namespace bitladder::engine
