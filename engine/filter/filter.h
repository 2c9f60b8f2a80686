// Filters: key hashes in, bytes out; bytes in, answers out. One kind a file; the table of kinds is
// in filter.cc. A filter never says no to a key that it was built over.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "engine/result.h"

namespace bitladder::engine {

enum class FilterKind : std::uint8_t {
  kNone = 0,
  kBloom = 1,         // 64-bit hash, every probe re-mixed, any size in whole bytes
  kLevelDbBloom = 2,  // LevelDB's own filter, byte-identical
  kBlockedBloom = 3,  // 512-bit cache lines
  kRibbon = 4,
  kBinaryFuse = 5,
};

inline constexpr std::uint32_t kMaxBitsPerKey1024 = 128 * 1024;

// Bits per key in units of 1/1024, so that sizes are integer arithmetic and the same on every
// machine.
struct FilterSpec {
  FilterKind kind = FilterKind::kBloom;
  std::uint32_t bits_per_key_1024 = 10 * 1024;  // 0: no filter; at most kMaxBitsPerKey1024
  bool operator==(const FilterSpec&) const = default;
};

// A user key as filters see it, hashed once a lookup whatever the number of runs.
// `wide` is XXH3_64bits of the key; `leveldb` is LevelDB's 32-bit hash (seed 0xbc9f1d34).
struct KeyHash {
  std::uint64_t wide = 0;
  std::uint32_t leveldb = 0;
};
KeyHash HashUserKey(std::string_view user_key);
std::uint64_t WideHash(std::string_view user_key);
std::uint32_t LevelDbHash(std::string_view user_key);

// An opened filter: immutable, safe for concurrent readers.
class FilterReader {
 public:
  virtual ~FilterReader() = default;
  virtual bool MayContain(const KeyHash& key) const = 0;
  // For filters laid out by block, which cannot answer before the fences have named the data block
  // at `block_offset`: their MayContain says maybe, this says the rest. All others have said
  // everything.
  virtual bool MayContainInBlock(const KeyHash& /*key*/, std::uint64_t /*block_offset*/) const {
    return true;
  }
  // Touches the cache lines that MayContain will read, so that many runs' lines load side by side.
  virtual void Prefetch(const KeyHash& key) const = 0;
  // MayContain of up to 64 keys at once, key i in bit i: prefetches all, then tests each, so that
  // their cache misses overlap.
  virtual std::uint64_t MayContainBatch(std::span<const KeyHash> keys) const;
  virtual FilterKind kind() const = 0;
  virtual std::uint64_t filter_bits() const = 0;     // payload bits that can hold information
  virtual std::uint64_t resident_bytes() const = 0;  // everything this object keeps in memory
  // The rate that this built filter's own contents give (for Bloom, fill^k); nullopt where a kind
  // has none.
  virtual std::optional<double> FprFromContents() const = 0;
  virtual std::optional<double> FillRatio() const = 0;
};

// Builds the filter block's bytes over distinct keys. Never takes more payload bits than
// floor(keys * bits_per_key_1024 / 1024), save for leveldb_bloom, whose rounding is LevelDB's (up
// to bytes and to 64 bits); an empty string means no filter (0 bits, no keys, or a request too
// small for one). Deterministic: the same hashes in the same order give the same bytes. The header
// of each kind says its bytes, its exact size and its expected rate.
std::string BuildFilter(const FilterSpec& spec, std::span<const KeyHash> keys);

// Opens a filter block written by BuildFilter; takes the bytes over. Malformed bytes are
// kCorruption (the caller adds file and offset). Empty bytes give a null pointer: every probe says
// maybe.
Result<std::unique_ptr<FilterReader>> OpenFilter(FilterKind kind, std::string bytes);

// "bloom", "leveldb_bloom", ... as in metaindex names and configs; and back.
std::string_view FilterKindName(FilterKind kind);
std::optional<FilterKind> FilterKindByName(std::string_view name);

}  // namespace bitladder::engine
