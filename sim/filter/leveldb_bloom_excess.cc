#include "sim/filter/leveldb_bloom_excess.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "sim/filter/leveldb_bloom.h"
#include "sim/filter/leveldb_bloom_simulation.h"
#include "sim/filter/occupancy.h"
#include "sim/random_stream.h"

namespace bitladder::sim {

double SimulateLogExcess(int log2_bits, int bits_per_key) {
  const int sizes = log2_bits < 18 ? 4 : 8;
  const int probes = LevelDbProbes(bits_per_key);
  RandomStream random = RandomStream(1, "leveldb table").Child(1000 * log2_bits + bits_per_key);
  double maybes = 0, expected = 0;
  for (int i = 0; i < sizes; ++i) {
    const double target = std::exp2(log2_bits - 0.5 + (i + 0.5) / sizes);
    const double entries = std::max(1.0, std::round(target / bits_per_key));
    const double bits = LevelDbFilterBits(bits_per_key, entries);
    const double independent = ExpectedMaybeRate(bits, entries * probes, probes);
    const double floor = -std::expm1(entries * std::log1p(-0x1p-32));
    const auto filters = static_cast<std::uint64_t>(std::clamp(2e5 / entries, 1.0, 4096.0));
    const double wanted = std::clamp(1e4 / independent, 1e6, 3e7) / sizes;
    const auto lookups = static_cast<std::uint64_t>(wanted / static_cast<double>(filters));
    const std::uint64_t seen = CountMaybes({.bits = static_cast<std::uint64_t>(bits),
                                            .entries = static_cast<std::uint64_t>(entries),
                                            .probes = probes,
                                            .filters = filters,
                                            .lookups = lookups},
                                           random);
    const auto total = static_cast<double>(filters * lookups);
    maybes += std::max(0.0, (static_cast<double>(seen) / total - floor) / (1 - floor));
    expected += independent;
  }
  return std::log(std::max(maybes / expected, 1.0));
}

}  // namespace bitladder::sim
