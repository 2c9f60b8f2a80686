// Prints leveldb_bloom_table.cc: simulates LevelDB's filter around every size and number of bits
// per key of the table. Four minutes on one core; the same output everywhere:
//   cmake --build build/release --target leveldb_bloom_table_generator
//   build/release/sim/filter/leveldb_bloom_table_generator > sim/filter/leveldb_bloom_table.cc
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>

#include "sim/filter/leveldb_bloom.h"
#include "sim/filter/leveldb_bloom_simulation.h"
#include "sim/filter/occupancy.h"
#include "sim/random_stream.h"

namespace bitladder::sim {
namespace {

constexpr int kFirstRow = 6, kLastRow = 26;  // log2 of the bits of a filter
constexpr int kColumns[] = {1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12,
                            13, 14, 15, 16, 18, 20, 22, 24, 28, 32, 40};

// ln of the mean excess over sizes spread evenly over a factor of two around 2^row bits.
double LogExcess(int row, int bits_per_key) {
  const int sizes = row < 18 ? 4 : 8;
  const int probes = LevelDbProbes(bits_per_key);
  RandomStream random = RandomStream(1, "leveldb table").Child(1000 * row + bits_per_key);
  double maybes = 0, expected = 0;
  for (int i = 0; i < sizes; ++i) {
    const double target = std::exp2(row - 0.5 + (i + 0.5) / sizes);
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

void PrintTable() {
  std::printf(
      "// Printed by leveldb_bloom_table_generator.cc.\n"
      "#include \"sim/filter/leveldb_bloom_table.h\"\n\n"
      "namespace bitladder::sim {\nnamespace {\n\n// clang-format off\n"
      "constexpr double kLogExcess[] = {\n");
  for (int row = kFirstRow; row <= kLastRow; ++row) {
    std::printf("    ");
    for (const int column : kColumns) std::printf("%.3f,", LogExcess(row, column));
    std::printf("  // 2^%d bits\n", row);
    std::fflush(stdout);
  }
  std::printf("};\nconstexpr double kBitsPerKey[] = {");
  for (const int column : kColumns) std::printf("%d, ", column);
  std::printf("};\nconstexpr double kLog2Bits[] = {");
  for (int row = kFirstRow; row <= kLastRow; ++row) std::printf("%d, ", row);
  std::printf(
      "};\n// clang-format on\n\n}  // namespace\n\n"
      "LevelDbExcessTable LevelDbExcess() {\n"
      "  return {.log2_bits = kLog2Bits, .bits_per_key = kBitsPerKey, .log_excess = kLogExcess};\n"
      "}\n\n}  // namespace bitladder::sim\n");
}

}  // namespace
}  // namespace bitladder::sim

int main() { bitladder::sim::PrintTable(); }
