// JSON text to a value, strictly (RFC 8259): no comments, no duplicate names, no number that a
// double or a 64-bit integer does not hold. The only place that meets the JSON library's
// exceptions.
#pragma once

#include <string_view>

#include "experiments/config/json.h"
#include "experiments/result_type.h"

namespace bitladder::experiments {

inline constexpr std::size_t kMaxJsonBytes = std::size_t{4} << 20;
inline constexpr int kMaxJsonDepth = 32;

// The error is one line: "line 3, column 7: ..." for text that is no JSON, "/tree/entries: ..."
// (JSON pointer) for a duplicate name or a number out of range. Its kind is kConfig.
Result<Json> ParseStrictJson(std::string_view text);

}  // namespace bitladder::experiments
