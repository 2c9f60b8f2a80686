// The batch probe of a reader whose single probe the compiler knows.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "engine/check.h"
#include "engine/filter/filter.h"

namespace bitladder::engine {

// FilterReader::MayContainBatch; for a final class `Reader` without a virtual call a key.
template <class Reader>
std::uint64_t ProbeBatch(const Reader& reader, std::span<const KeyHash> keys) {
  ENGINE_CHECK(keys.size() <= 64, keys.size(), 64);
  for (const KeyHash& key : keys) reader.Prefetch(key);
  std::uint64_t maybe = 0;
  for (std::size_t i = 0; i < keys.size(); ++i) {
    maybe |= std::uint64_t{reader.MayContain(keys[i])} << i;
  }
  return maybe;
}

}  // namespace bitladder::engine
