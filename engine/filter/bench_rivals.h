// Other engines' Bloom filters behind one interface, for the benchmark alone.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "engine/filter/bench_keys.h"

namespace bitladder::engine {

class RivalFilter {
 public:
  virtual ~RivalFilter() = default;
  // Replaces the filter by one over `keys`.
  virtual void Build(std::span<const KeyBytes> keys) = 0;
  virtual bool MayContain(std::string_view key) const = 0;
  // How many of up to 32 keys it may contain, through the engine's own batch interface if it has
  // one.
  virtual std::size_t CountMaybe(std::span<const KeyBytes> keys) const = 0;
  virtual std::uint64_t filter_bits() const = 0;
};

struct Rival {
  std::string_view name;
  std::unique_ptr<RivalFilter> (*make)(int bits_per_key);
};

// Those whose development packages this build found.
std::vector<Rival> Rivals();

}  // namespace bitladder::engine
