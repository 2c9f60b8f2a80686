// Kind `leveldb_bloom`: LevelDB 1.23's own Bloom filter, byte for byte, so that LevelDB reads
// ours and we read LevelDB's. Kept for comparison: one 32-bit hash and double hashing make its
// rate 1.1 to 1.9 times what its formula says.
//
// Bytes: m bits, bit j in byte j / 8 at weight 1 << (j % 8), then one byte k. No trailer.
//
// Size over n keys at q / 1024 bits per key: whole bits per key B = floor(q / 1024), no filter
// when B = 0; m = max(64, n * B) rounded up to a multiple of 8. LevelDB's own rounding goes up,
// so this kind alone can exceed its request: by at most 7 bits, and to 64 bits when n * B is
// less.
//
// k = floor(0.69 * B), at least 1, at most 30. LevelDB multiplies in double; floor(69 * B / 100)
// is the same integer for every B up to 128.
//
// Probes of a key with 32-bit hash h: d = (h >> 17 | h << 15); position h mod m, then h += d (mod
// 2^32), k times. Duplicate keys (versions) count in n, as they do in LevelDB.
//
// Expected rate: no closed form is exact; (1 - exp(-k / B))^k is what LevelDB means.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "engine/filter/filter.h"
#include "engine/result.h"

namespace bitladder::engine {

std::uint64_t LevelDbBloomBits(std::uint64_t keys, std::uint32_t bits_per_key_1024);

std::string BuildLevelDbBloom(std::uint32_t bits_per_key_1024, std::span<const KeyHash> keys);
Result<std::unique_ptr<FilterReader>> OpenLevelDbBloom(std::string bytes);

// For many small filters within one block. Whether `bytes` have the form that BuildLevelDbBloom
// gives (64 bits at least, k in 1..30), and, of such bytes, whether they may contain a key.
bool IsLevelDbBloom(std::string_view bytes);
bool LevelDbBloomMayContain(std::string_view bytes, std::uint32_t leveldb_hash);

}  // namespace bitladder::engine
