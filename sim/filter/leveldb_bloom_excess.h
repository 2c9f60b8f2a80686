// One cell of leveldb_bloom_table.cc, simulated.
#pragma once

namespace bitladder::sim {

// ln of the mean of (rate beyond the 32-bit floor) over the mean of ExpectedMaybeRate of the same
// bits, keys and probes; at least 0. Means over sizes spread evenly over a factor of two around
// 2^log2_bits, 4 of them below 2^18 bits and 8 from there on. bits_per_key >= 1. Always the same
// value; within 1 % of noise where a lookup answers "maybe" more often than once in 3000. Cost:
// 10^6 to 3 10^7 lookups.
double SimulateLogExcess(int log2_bits, int bits_per_key);

}  // namespace bitladder::sim
