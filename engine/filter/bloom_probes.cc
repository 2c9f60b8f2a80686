#include "engine/filter/bloom_probes.h"

#include <algorithm>
#include <iterator>

#include "engine/filter/arithmetic.h"

namespace bitladder::engine {
namespace {

// Printed by bloom_probes.py with 60 digits; bloom_probes_test.cc recomputes it with long double.
constexpr std::uint64_t kSwitchPoints[] = {
    8925315365u,   15273733278u,  21532913090u,  27763776357u,  33981975287u,  40193405946u,
    46400792370u,  52605568527u,  58808561671u,  65010282699u,  71211064247u,  77411132233u,
    83610645489u,  89809718952u,  96008437847u,  102206866712u, 108405055313u, 114603042646u,
    120800859698u, 126998531406u, 133196078063u, 139393516351u, 145590860113u, 151788120928u,
    157985308559u, 164182431294u, 170379496216u, 176576509413u, 182773476145u,
};

}  // namespace

int BestBloomProbes(std::uint64_t bits, std::uint64_t keys) {
  ENGINE_CHECK(keys >= 1 && Uint128{bits} <= Uint128{keys} * 128, bits, keys);
  const auto* first_above = std::find_if(
      std::begin(kSwitchPoints), std::end(kSwitchPoints),
      [&](std::uint64_t point) { return (Uint128{bits} << 32) < Uint128{point} * keys; });
  return 1 + static_cast<int>(std::distance(std::begin(kSwitchPoints), first_above));
}

std::span<const std::uint64_t> BloomSwitchPoints() { return kSwitchPoints; }

}  // namespace bitladder::engine
