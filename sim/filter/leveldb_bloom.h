// LevelDB's own Bloom filter: one 32-bit hash, double hashing by its rotation. It misses its
// formula by a factor of 1.1 to 5, more where memory is spent best, and by an amount that depends
// on the arithmetic of the filter's exact size; no closed form is known.
#pragma once

#include <cstdint>
#include <memory>

#include "sim/filter/fpr_model.h"

namespace bitladder::sim {

// k of a request of whole bits per key: floor(0.69 B), 1..30.
int LevelDbProbes(int whole_bits_per_key);

// Bits of a filter over `entries` keys at B >= 1 whole bits per key: B * entries, at least 64,
// rounded up to bytes. The only kind that may exceed its request: by up to 7 bits, and up to 64
// bits in all.
double LevelDbFilterBits(int whole_bits_per_key, double entries);

// One filter for a run. SpentBits is LevelDbFilterBits of the request's whole bits per key, 0
// below 1.
//
// Expect builds filters with random 32-bit hashes and looks random ones up (fixed seed): exact in
// size and arithmetic, within about 2 % of noise, which fpr_sd contains. About 0.1 s up to 2^24
// keys, seconds beyond; from 2^27 keys it takes the curve. Fpr is that curve: the exact rate of an
// independent filter, times the factor that committed simulations of eight sizes around each power
// of two show (leveldb_bloom_table.cc, interpolated; 10 % of scatter between neighbouring sizes
// from 2^18 bits on, a factor of 3 at 20 bits per key), and the 32-bit floor 1 - (1 -
// 2^-32)^entries of lookups whose hash is a key's. It takes floor(bits_per_key) for the request.
// FprSd is relative to the rate what it is for an independent filter, which is an upper bound.
std::unique_ptr<FprModel> MakeLevelDbBloomModel();

// LevelDB's layout: one filter for the entries of each data block (each 2 KiB of data, when blocks
// are at least as large). entries_per_block >= 1. Every filter takes at least 64 bits: with 4
// entries a block, bits per key below 16 change nothing but k. BitsPerKeyFor is that of the curve
// at whole filters' sizes.
std::unique_ptr<FprModel> MakeLevelDbBlockModel(int entries_per_block);

}  // namespace bitladder::sim
