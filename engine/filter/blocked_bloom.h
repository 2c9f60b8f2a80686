// Kind `blocked_bloom`: a Bloom filter whose probes of one key lie in one 512-bit cache line, so
// that a lookup waits for one memory access (Putze, Sanders, Singler, JEA 2009). It pays for
// uneven lines: 1.18 times the ideal rate at 10 bits per key, 5.4 times at 24.
//
// Bytes: `lines` lines of 64 bytes, bit j of a line in its byte j / 8 at weight 1 << (j % 8),
// then the trailer (filter_bytes.h) with k as its parameter.
//
// Size over n keys at q / 1024 bits per key: lines = floor(floor(n * q / 1024) / 512), any
// integer, and no filter when that is 0; m = 512 * lines. k in 1..25 is 1 + the number of switch
// points S (blocked_bloom_probes.cc) with 1024 * m >= S * n.
//
// A key with wide hash h: line mulhi(h, lines); probe i of 0..k-1 within it is the 9-bit field
// (mix64(h + (1 + i / 7) * gamma) >> 9 * (i % 7)) & 511 (mix64, gamma and mulhi from
// arithmetic.h). Mixing makes the fields independent of the line.
//
// Expected rate: the mean over the number J of keys in a line, J ~ Binomial(n, 1 / lines), of
// E[(X / 512)^k], X the number of distinct values among k * J independent uniform draws of [0,
// 512). In closed form sum_i c_i (1 - (1 - (1 - i/512)^k) / lines)^n over i = 0..k, with c_i =
// (-1)^i sum_d C(d, i) C(512, d) d! S(k, d) / 512^k (S: Stirling numbers of the second kind); it
// cancels, so it needs many digits. A built filter realises the mean over its lines of
// fill(line)^k.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "engine/filter/filter.h"
#include "engine/result.h"

namespace bitladder::engine {

std::uint64_t BlockedBloomLines(std::uint64_t keys, std::uint32_t bits_per_key_1024);

std::string BuildBlockedBloom(std::uint32_t bits_per_key_1024, std::span<const KeyHash> keys);

// Tests a line with AVX-512 where the processor has it, with portable code elsewhere; the answers
// are the same.
Result<std::unique_ptr<FilterReader>> OpenBlockedBloom(std::string bytes);
Result<std::unique_ptr<FilterReader>> OpenPortableBlockedBloom(std::string bytes);

}  // namespace bitladder::engine
