#include "sim/filter/leveldb_bloom_excess.h"

#include <gtest/gtest.h>

#include <cstddef>

#include "sim/filter/leveldb_bloom_table.h"

namespace bitladder::sim {
namespace {

TEST(LevelDbExcessTable, CellsAreWhatTheGeneratorSimulates) {
  const LevelDbExcessTable table = LevelDbExcess();
  ASSERT_EQ(table.log_excess.size(), table.log2_bits.size() * table.bits_per_key.size());
  for (const std::size_t row : {0u, 5u, 11u}) {
    for (const std::size_t column : {0u, 4u, 9u, 15u}) {
      const double cell = table.log_excess[row * table.bits_per_key.size() + column];
      EXPECT_NEAR(SimulateLogExcess(static_cast<int>(table.log2_bits[row]),
                                    static_cast<int>(table.bits_per_key[column])),
                  cell, 6e-4)
          << row << " " << column;
    }
  }
}

}  // namespace
}  // namespace bitladder::sim
