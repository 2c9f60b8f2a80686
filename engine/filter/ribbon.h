// Kind `ribbon`: Bloom's rate in about 30 % less memory. Layout, size, rate and the choice of
// variant: ribbon_layout.h.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "engine/filter/filter.h"
#include "engine/result.h"

namespace bitladder::engine {

// Needs 20 bytes of working memory a slot and 16 a key. Empty also if no seed of 256 solves the
// equations, which happens with probability below 10^-20.
std::string BuildRibbon(std::uint32_t bits_per_key_1024, std::span<const KeyHash> keys);
Result<std::unique_ptr<FilterReader>> OpenRibbon(std::string bytes);

}  // namespace bitladder::engine
