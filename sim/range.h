// The one wording of an out-of-range error: the parameter, its value, its range.
#pragma once

#include <fmt/format.h>

#include <string_view>

#include "sim/result.h"

namespace bitladder::sim {

// An error unless `least` <= `value` <= `most`; NaN is in no range.
inline Result<void> CheckRange(std::string_view name, double value, double least, double most) {
  if (value >= least && value <= most) return {};
  return Fail(
      fmt::format("{} = {} is out of range: must lie in [{}, {}]", name, value, least, most));
}

}  // namespace bitladder::sim
