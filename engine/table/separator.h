// Fence keys of the index block.
#pragma once

#include <string>
#include <string_view>

namespace bitladder::engine {

// A short internal key s with last <= s < next, where `last` ends a data block and `next` starts
// the one after it: cut after the first byte that can be raised by one, with the tag that sorts
// first among its versions; `last` itself where no shorter one exists. Both are internal keys, last
// < next.
std::string FenceBetween(std::string_view last, std::string_view next);

}  // namespace bitladder::engine
