// Why a member of a record is null, and the JSON of what may be absent.
#pragma once

#include <optional>
#include <string_view>

#include "experiments/config/json.h"

namespace bitladder::experiments {

inline constexpr std::string_view kNotMeasured = "this backend predicts and does not measure";
inline constexpr std::string_view kNoUpdates = "no operation is an update";
inline constexpr std::string_view kSimulated = "simulated: lookups are drawn, no file is read";

template <class T>
std::optional<Json> OptionalJson(const std::optional<T>& value) {
  return value ? std::optional<Json>(*value) : std::nullopt;
}

}  // namespace bitladder::experiments
