// How many operations of each kind a point does, and in which order.
#pragma once

#include <cstdint>

namespace bitladder::experiments {

// Point lookups are the measure: the others are spread evenly between them, by counting and not by
// chance, so that theory knows how large the tree is at every lookup.
struct OperationMix {
  std::uint64_t lookups = 0;
  std::uint64_t ranges = 0;
  std::uint64_t updates = 0;

  // Done before lookup `lookup` (0..lookups), i.e. floor(lookup x kind / lookups).
  std::uint64_t RangesBefore(std::uint64_t lookup) const;
  std::uint64_t UpdatesBefore(std::uint64_t lookup) const;
  // Lookups before which at most `updates` updates are done.
  std::uint64_t LookupsWithin(std::uint64_t updates) const;

  bool operator==(const OperationMix&) const = default;
};

// The mix in which ranges and updates have these shares of all operations, to the nearest
// operation. Shares >= 0 and together below 1; lookups >= 1.
OperationMix MixOf(std::uint64_t lookups, double range_fraction, double updates_fraction);

}  // namespace bitladder::experiments
