// The JSON Schema (draft 2020-12) of a config, written from the table of fields.
#pragma once

#include <string>

namespace bitladder::experiments {

// Pretty-printed, ends with a line break. It accepts what the parser accepts, except for the rules
// that no schema can state (fields against each other, values that a sweep's range makes).
std::string ConfigSchema();

}  // namespace bitladder::experiments
