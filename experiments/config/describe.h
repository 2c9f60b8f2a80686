// Every config field for people: what `bitladder describe` prints.
#pragma once

#include <string>
#include <string_view>

#include "experiments/result_type.h"

namespace bitladder::experiments {

// One paragraph a field (path, default with unit, what is allowed, documentation), 100 columns at
// most where words allow. `under` keeps the fields whose path is it or lies under it ("tree",
// "filters.kind"); empty keeps all. No such field: an error of kind kConfig with the nearest path.
Result<std::string> DescribeFields(std::string_view under = {});

}  // namespace bitladder::experiments
