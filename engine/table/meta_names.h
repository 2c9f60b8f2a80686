// Names of meta blocks in the metaindex.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "engine/filter/filter.h"

namespace bitladder::engine {

inline constexpr std::string_view kFullFilterPrefix = "fullfilter.bitladder.";

// One filter over the whole table: "fullfilter.bitladder.bloom".
inline std::string FullFilterName(FilterKind kind) {
  return std::string(kFullFilterPrefix).append(FilterKindName(kind));
}

}  // namespace bitladder::engine
