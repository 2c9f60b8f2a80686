// Kind `bloom`: a Bloom filter with a 64-bit hash and independent probes.
//
// Bytes: m bits, bit j in byte j / 8 at weight 1 << (j % 8), then the trailer (filter_bytes.h)
// with k as its parameter.
//
// Size over n keys at q / 1024 bits per key: m = 8 * floor(floor(n * q / 1024) / 8) bits, and no
// filter when m < 8. k = BestBloomProbes(m, n), in 1..30.
//
// Probe i of 0..k-1 of a key with wide hash h: position mulhi(mix64(h + i * gamma), m), with
// mix64, gamma and mulhi from arithmetic.h.
//
// Expected rate: E[(X / m)^k], X the number of distinct values among k * n independent uniform
// draws of [0, m); in large filters (1 - exp(-k / b))^k with b = m / n. A built filter realises
// fill^k, fill being its share of set bits.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "engine/filter/filter.h"
#include "engine/result.h"

namespace bitladder::engine {

std::uint64_t BloomBits(std::uint64_t keys, std::uint32_t bits_per_key_1024);

std::string BuildBloom(std::uint32_t bits_per_key_1024, std::span<const KeyHash> keys);
Result<std::unique_ptr<FilterReader>> OpenBloom(std::string bytes);

}  // namespace bitladder::engine
