// Changes to a config from the command line: --set tree.size_ratio=4.
#pragma once

#include <span>
#include <string>

#include "experiments/config/json.h"
#include "experiments/result_type.h"

namespace bitladder::experiments {

// Applies each "path=value" to the document. `path` is a field's dotted path, or "sweep." and such
// a path to give an axis; `value` is JSON, and for words the quotes may be left out. Setting a
// swept field takes its axis out of the sweep. Naming one path twice is an error; so is an unknown
// path or a value that the field does not allow. Errors begin with "--set path=value".
Status ApplyOverrides(std::span<const std::string> overrides, Json* document);

}  // namespace bitladder::experiments
