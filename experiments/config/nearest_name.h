// The known name that a misspelt one most likely meant.
#pragma once

#include <span>
#include <string_view>

namespace bitladder::experiments {

// The name with the least edit distance (insert, delete, replace, swap of neighbours; letter case
// counts nothing), the first of equals; empty when even that one differs in more than a third of
// its letters.
std::string_view NearestName(std::string_view given, std::span<const std::string_view> known);

}  // namespace bitladder::experiments
