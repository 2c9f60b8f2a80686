// How much worse LevelDB's filter is than one with independent probes, from simulations.
#pragma once

#include <span>

namespace bitladder::sim {

// ln of (rate beyond the 32-bit floor)/(ExpectedMaybeRate of the same bits, keys and probes), a
// mean over sizes around 2^log2_bits at `bits_per_key`. Rows by log2_bits, columns by bits_per_key.
struct LevelDbExcessTable {
  std::span<const double> log2_bits;
  std::span<const double> bits_per_key;
  std::span<const double> log_excess;  // row-major
};
LevelDbExcessTable LevelDbExcess();

}  // namespace bitladder::sim
