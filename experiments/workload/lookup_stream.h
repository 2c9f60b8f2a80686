// The lookups of one point and repetition, one after another, from a stream of their own.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "experiments/result_type.h"
#include "experiments/workload/key_space.h"
#include "experiments/workload/random_stream.h"

namespace bitladder::experiments {

// Places of the smallest and the largest key of a run.
struct PlaceRange {
  std::uint64_t smallest = 0;
  std::uint64_t largest = 0;
  bool operator==(const PlaceRange&) const = default;
};

// Where absent keys may lie, as disjoint ranges in ascending order. Random order: what all runs
// have in common, so that no run can rule the key out by its range. Sequential order: inside any
// one run. Fails where too little is left to draw keys from (fewer than 2^16 places in random
// order, none in sequential order).
Result<std::vector<PlaceRange>> AbsentDomain(LoadOrder order, std::span<const PlaceRange> runs);

struct Lookup {
  std::uint64_t place = 0;
  bool exists = false;
};

struct LookupMix {
  std::uint64_t entries = 0;     // keys loaded: indices 0..entries-1 exist
  double existing_fraction = 0;  // 0..1, probability that a lookup is for one of them, uniformly
};

// Absent keys are uniform over all absent places of the domain, so that they repeat with
// probability about lookups^2 / 2^64 in random order.
class LookupStream {
 public:
  // `key_space` must outlive the stream; `absent_domain` is not empty unless every lookup exists.
  LookupStream(const KeySpace& key_space, const LookupMix& mix,
               std::vector<PlaceRange> absent_domain, RandomStream random);

  Lookup Next();

 private:
  std::uint64_t NextAbsentPlace();

  const KeySpace& key_space_;
  LookupMix mix_;
  std::vector<PlaceRange> absent_domain_;
  std::uint64_t domain_places_ = 0;  // sum of largest - smallest
  RandomStream random_;
};

}  // namespace bitladder::experiments
