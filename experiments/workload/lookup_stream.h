// The lookups of one point and repetition, one after another, from a stream of their own.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "experiments/result_type.h"
#include "experiments/workload/index_permutation.h"
#include "experiments/workload/key_space.h"
#include "experiments/workload/random_stream.h"
#include "experiments/workload/zipf.h"

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

// Indices first..end-1 of keys in the order of loading.
struct IndexRange {
  std::uint64_t first = 0;
  std::uint64_t end = 0;
  bool operator==(const IndexRange&) const = default;
};

// Which keys are asked for how often.
struct Popularity {
  enum class Kind {
    kUniform,      // every key of `targets` alike; absent keys are drawn anew each time
    kZipf,         // rank k gets a share of k^-parameter; as many absent keys as there are entries
    kTemporality,  // the newest `parameter` of the entries get 1 - parameter of the lookups
  };
  Kind kind = Kind::kUniform;
  double parameter = 0;
  IndexRange targets = {};        // kUniform: of existing lookups; empty: all entries
  std::uint64_t entry_seed = 0;   // kZipf: which entry has which rank (EntriesByRank)
  std::uint64_t absent_seed = 0;  // kZipf: which absent key has which rank
};

struct LookupMix {
  std::uint64_t entries = 0;     // keys loaded: indices 0..entries-1 exist
  double existing_fraction = 0;  // 0..1, probability that a lookup is for one of them
  Popularity popularity = {};
};

// kZipf: the index of the entry of each rank. Popularity has nothing to do with age.
IndexPermutation EntriesByRank(std::uint64_t entries, std::uint64_t entry_seed);

// Uniform and temporality: absent keys are uniform over all absent places of the domain, so that
// they repeat with probability about lookups^2 / 2^64 in random order. Zipf: absent keys have ranks
// as entries have; two ranks are the same key with probability about entries^2 / 2^64.
class LookupStream {
 public:
  // `key_space` must outlive the stream; `absent_domain` is not empty unless every lookup exists.
  LookupStream(const KeySpace& key_space, const LookupMix& mix,
               std::vector<PlaceRange> absent_domain, RandomStream random);

  Lookup Next();

 private:
  std::uint64_t NextExistingIndex();
  std::uint64_t NextAbsentPlace();
  std::uint64_t PopularAbsentPlace(std::uint64_t rank) const;
  std::uint64_t PlaceInDomain(std::uint64_t draw) const;  // draw < domain_places_

  const KeySpace& key_space_;
  LookupMix mix_;
  std::vector<PlaceRange> absent_domain_;
  std::uint64_t domain_places_ = 0;  // sum of largest - smallest
  RandomStream random_;
  std::optional<ZipfRanks> ranks_;
  std::optional<IndexPermutation> entries_by_rank_;
};

}  // namespace bitladder::experiments
