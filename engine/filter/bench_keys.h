// The keys of the filter benchmark.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "engine/filter/filter.h"

namespace bitladder::engine {

using KeyBytes = std::array<char, 16>;
inline std::string_view View(const KeyBytes& key) { return {key.data(), key.size()}; }

// Keys number 0 to count - 1 that filters are built over, and their hashes. The last asked for are
// kept.
const std::vector<KeyBytes>& PresentKeys(std::uint64_t count);
const std::vector<KeyHash>& PresentHashes(std::uint64_t count);

// Keys that no filter holds: 16 MB, read in order.
inline constexpr std::size_t kAbsentKeys = std::size_t{1} << 20;
const std::vector<KeyBytes>& AbsentKeys();
const std::vector<KeyHash>& AbsentHashes();

}  // namespace bitladder::engine
