// Kind `binary_fuse`: three accesses a lookup and 1.125 bits of memory a bit of fingerprint.
// Layout, size and rate: binary_fuse_layout.h.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "engine/filter/filter.h"
#include "engine/result.h"

namespace bitladder::engine {

// Needs 9 bytes of working memory a slot and 25 a key. Equal wide hashes count in the size but are
// held once. Empty also if no seed of 256 can be peeled, which happens with probability below
// 10^-100.
std::string BuildBinaryFuse(std::uint32_t bits_per_key_1024, std::span<const KeyHash> keys);
Result<std::unique_ptr<FilterReader>> OpenBinaryFuse(std::string bytes);

}  // namespace bitladder::engine
