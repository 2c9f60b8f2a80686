// A Bloom filter that grows past its design size (Almeida, Baquero, Preguica, Hutchison, "Scalable
// Bloom filters", 2007): when a stage has the keys it was designed for, a new one of twice the keys
// begins, with a rate half as high. For sets whose size is not known beforehand, such as the keys
// of a stream into a run; a run that is written from counted entries needs no growth and is a third
// smaller.
//
// Stage i = 0, 1, ... is a plain Bloom filter (kind `bloom`, one array) for initial_keys * 2^i keys
// at (bits_per_key_1024 + 1478 i) / 1024 bits per key, 1478 / 1024 bits (1 / ln 2, rounded up)
// halving the rate. It hashes a key as mix64(h + (2^32 + i) * gamma), so that stages err
// independently.
//
// Rate: 1 - prod (1 - p_i) over the stages in use, p_i the stage's own rate, at most p_0 / 2^i each
// when full; so never above 2 p_0, p_0 being kind `bloom`'s rate at bits_per_key_1024. A lookup of
// an absent key probes every stage, log2(n / initial_keys) of them.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/filter/filter.h"
#include "engine/filter/filter_bytes.h"

namespace bitladder::engine {

class ScalableBloom {
 public:
  // initial_keys * bits_per_key >= 8; bits_per_key_1024 of 1024 to 64 * 1024.
  ScalableBloom(std::uint64_t initial_keys, std::uint32_t bits_per_key_1024);

  // Each call takes the room of a key. (Leaving out keys that the filter already says maybe to
  // would admit only keys that set a new bit, and so fill a stage beyond its rate: by 8 % of the
  // rate at 4 bits.)
  void Add(const KeyHash& key);
  bool MayContain(const KeyHash& key) const;

  std::size_t stages() const { return stages_.size(); }
  std::uint64_t filter_bits() const;
  std::uint64_t resident_bytes() const;
  double FprFromContents() const;

 private:
  struct Stage {
    std::uint64_t capacity = 0;  // keys
    std::uint64_t held = 0;
    int probes = 0;
    AlignedBytes bytes;
    std::uint64_t bits() const { return std::uint64_t{8} * bytes.size(); }
  };
  void AddStage();

  std::uint64_t initial_keys_;
  std::uint32_t bits_per_key_1024_;
  std::vector<Stage> stages_;
};

}  // namespace bitladder::engine
