// What two records of one point must agree in, whatever machine they come from.
#pragma once

#include <optional>
#include <string>

#include "experiments/config/json.h"

namespace bitladder::experiments {

// The dotted path of the first count in which the records differ: every field of the record that is
// a count or a list of counts, and the tree's fingerprint. Left out is what depends on the machine:
// the bytes that its kernel fetched. nullopt where they agree.
std::optional<std::string> FirstDifferentCount(const Json& a, const Json& b);

}  // namespace bitladder::experiments
