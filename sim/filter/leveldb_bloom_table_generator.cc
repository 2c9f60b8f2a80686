// Prints leveldb_bloom_table.cc: simulates LevelDB's filter around every size and number of bits
// per key of the table. Four minutes on one core; the same output everywhere:
//   cmake --build build/release --target leveldb_bloom_table_generator
//   build/release/sim/filter/leveldb_bloom_table_generator > sim/filter/leveldb_bloom_table.cc
#include <cstddef>
#include <cstdio>
#include <iterator>

#include "sim/filter/leveldb_bloom_excess.h"

namespace bitladder::sim {
namespace {

constexpr int kFirstRow = 6, kLastRow = 26;  // log2 of the bits of a filter
constexpr int kColumns[] = {1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12,
                            13, 14, 15, 16, 18, 20, 22, 24, 28, 32, 40};

void PrintTable() {
  std::printf(
      "// Printed by leveldb_bloom_table_generator.cc.\n"
      "#include \"sim/filter/leveldb_bloom_table.h\"\n\n"
      "namespace bitladder::sim {\nnamespace {\n\n// clang-format off\n"
      "constexpr double kLogExcess[] = {");
  for (int row = kFirstRow; row <= kLastRow; ++row) {
    std::printf("\n    // 2^%d bits", row);
    for (std::size_t i = 0; i < std::size(kColumns); ++i) {
      std::printf("%s%.3f,", i % 12 == 0 ? "\n    " : " ", SimulateLogExcess(row, kColumns[i]));
    }
    std::fflush(stdout);
  }
  std::printf("\n};\nconstexpr double kBitsPerKey[] = {");
  for (const int column : kColumns) std::printf("%d,", column);
  std::printf("};\nconstexpr double kLog2Bits[] = {");
  for (int row = kFirstRow; row <= kLastRow; ++row) std::printf("%d,", row);
  std::printf(
      "};\n// clang-format on\n\n}  // namespace\n\n"
      "LevelDbExcessTable LevelDbExcess() {\n"
      "  return {.log2_bits = kLog2Bits, .bits_per_key = kBitsPerKey, .log_excess = "
      "kLogExcess};\n"
      "}\n\n}  // namespace bitladder::sim\n");
}

}  // namespace
}  // namespace bitladder::sim

int main() { bitladder::sim::PrintTable(); }
