// Every key that a dataset holds, and keys that it provably does not hold, without a list of
// either.
#pragma once

#include <cstdint>
#include <string>

#include "experiments/workload/key_permutation.h"

namespace bitladder::experiments {

enum class LoadOrder {
  kRandom,      // the i-th key loaded lies anywhere: every run spans the whole key space
  kSequential,  // keys are loaded in ascending order: the runs are disjoint
};

// A key's place is a 64-bit number, and the key is those 8 bytes big-endian, then key_bytes - 8
// bytes derived from them: keys compare as their places do. Places come from a bijection f of
// 64-bit numbers: the i-th key loaded is f(2i), and f(2i + 1) is never loaded, so a key whose
// preimage is odd is absent by proof. For random order f is a seeded permutation; for sequential
// order it adds a seeded offset.
class KeySpace {
 public:
  struct Options {
    std::uint64_t seed = 1;        // seed_data
    std::uint32_t key_bytes = 16;  // 8..1024
    std::uint32_t value_bytes = 992;
    LoadOrder order = LoadOrder::kRandom;
  };
  explicit KeySpace(const Options& options);

  std::uint64_t PresentPlace(
      std::uint64_t index) const;  // of the index-th key loaded, from 0; < 2^62
  std::uint64_t AbsentPlace(std::uint64_t index) const;  // of the index-th absent key; < 2^62

  // True where `place` is f(2i) with i < entries; a place beyond those or f(2i + 1) is absent.
  bool IsPresent(std::uint64_t place, std::uint64_t entries) const;
  // True where `place` is f(2i + 1): absent however many keys are loaded.
  bool IsNeverLoaded(std::uint64_t place) const { return Preimage(place) % 2 == 1; }

  void WriteKey(std::uint64_t place, std::string* key) const;      // replaces *key
  void WriteValue(std::uint64_t place, std::string* value) const;  // replaces *value

  const Options& options() const { return options_; }

 private:
  std::uint64_t Image(std::uint64_t x) const;
  std::uint64_t Preimage(std::uint64_t place) const;

  Options options_;
  KeyPermutation permutation_;
  std::uint64_t offset_;    // of sequential places; below 2^63, so that they do not wrap
  std::uint64_t key_salt_;  // of the derived key bytes
  std::uint64_t value_salt_;
};

// Reads a place back out of a key of at least 8 bytes.
std::uint64_t PlaceOfKey(std::string_view key);

}  // namespace bitladder::experiments
