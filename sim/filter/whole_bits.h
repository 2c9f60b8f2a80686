// Requests in whole units, as stores make them: 1/1024 bit per key, so that no digit of a
// floating-point library decides how large a filter is.
#pragma once

#include <cstdint>

namespace bitladder::sim {

// No store gives more; a larger request is taken for this one.
inline constexpr int kMaxBitsPerKey = 128;

// `bits_per_key` in units of 1/1024, rounded down and at most 128 * 1024. bits_per_key >= 0.
std::uint32_t RequestIn1024ths(double bits_per_key);

// floor(entries * request / 1024), exact up to 2^53. A fraction of an entry is dropped. entries
// >= 1.
double WholeBits(double bits_per_key, double entries);

}  // namespace bitladder::sim
