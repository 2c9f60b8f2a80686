// A filter over the distinct prefixes of a run's keys, so that a scan within one prefix (all
// readings of one sensor, all orders of one customer) skips the runs that hold nothing of it. Point
// filters cannot answer scans: they know whole keys only.
//
// Bytes: a filter of any kind over the hashes of the distinct prefixes, then prefix_bytes (4,
// little-endian) and the kind (1).
//
// Rate: for a prefix that no key has, the kind's rate over u = number of distinct prefixes at its
// bits per prefix. Where a prefix has g keys on average, b bits per key buy g b bits per prefix: a
// scan's rate falls as fast as g grows. Keys shorter than the prefix are left out; no scan within a
// prefix returns them.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/filter/filter.h"
#include "engine/result.h"

namespace bitladder::engine {

struct PrefixFilterSpec {
  std::uint32_t prefix_bytes = 8;  // at least 1
  FilterSpec filter;               // its bits_per_key_1024 count for each distinct prefix
  bool operator==(const PrefixFilterSpec&) const = default;
};

// Takes keys in ascending order, as a table writer has them, so that equal prefixes come together.
class PrefixFilterBuilder {
 public:
  explicit PrefixFilterBuilder(const PrefixFilterSpec& spec);
  void Add(std::string_view key);
  std::uint64_t distinct_prefixes() const { return hashes_.size(); }
  // The bytes; empty when no filter was built (no prefixes, or too few bits for one).
  std::string Finish() const;

 private:
  PrefixFilterSpec spec_;
  std::string last_prefix_;
  std::vector<KeyHash> hashes_;
};

class PrefixFilterReader {
 public:
  // kCorruption for anything that Finish cannot have made, also for no bytes: without a filter
  // there is nothing to open.
  static Result<PrefixFilterReader> Open(std::string bytes);

  // Whether the run may hold a key x with first <= x <= last. True unless all such keys share one
  // prefix, which they do when `first` and `last` share it.
  bool MayContainRange(std::string_view first, std::string_view last) const;

  std::uint32_t prefix_bytes() const { return prefix_bytes_; }
  const FilterReader& filter() const { return *filter_; }

 private:
  PrefixFilterReader(std::uint32_t prefix_bytes, std::unique_ptr<FilterReader> filter);

  std::uint32_t prefix_bytes_;
  std::unique_ptr<FilterReader> filter_;
};

}  // namespace bitladder::engine
