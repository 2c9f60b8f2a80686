// A Bloom filter from which keys can be removed (Fan, Cao, Almeida, Broder, "Summary cache", 2000):
// a 4-bit counter in place of each bit. For sets that change in place, such as the keys of a
// memtable or of a cache in front of the tree; a run on disk never changes and needs a quarter of
// this memory.
//
// Rate: that of kind `bloom` with m counters in place of m bits, at the keys held now: with n keys
// held, about (1 - exp(-k n / m))^k. A removal takes its key's share of the rate away again.
//
// A counter that has reached 15 stays there, so that removals never cause a false negative; its bit
// then stays set. At the design size a counter is Poisson with mean ln 2 and gets there with
// probability 1.6e-15.
#pragma once

#include <cstdint>

#include "engine/filter/filter.h"
#include "engine/filter/filter_bytes.h"

namespace bitladder::engine {

class CountingBloom {
 public:
  // Sized for `design_keys` >= 1 keys at `counters_per_key_1024` / 1024 counters a key (a Bloom
  // filter's bits per key; at most 128 * 1024): BloomBits counters, at least 8, of 4 bits.
  CountingBloom(std::uint64_t design_keys, std::uint32_t counters_per_key_1024);

  void Add(const KeyHash& key);
  // Takes away one earlier Add of this key. Only keys that were added may be removed: taking away
  // another key that the filter may contain makes others vanish. False, and nothing changed, for a
  // key that the filter certainly does not hold.
  bool Remove(const KeyHash& key);
  bool MayContain(const KeyHash& key) const;

  std::uint64_t counters() const { return counters_; }
  int probes() const { return probes_; }
  std::uint64_t resident_bytes() const { return sizeof(*this) + bytes_.resident_bytes(); }
  // The share of counters above 0, and its k-th power: the rate that the contents give now.
  double FillRatio() const;
  double FprFromContents() const;

 private:
  unsigned CounterAt(std::uint64_t position) const;
  void SetCounter(std::uint64_t position, unsigned value);

  std::uint64_t counters_;
  int probes_;
  AlignedBytes bytes_;
};

}  // namespace bitladder::engine
