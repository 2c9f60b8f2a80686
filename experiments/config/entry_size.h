// Entry and buffer sizes as the papers count them (THEORY: an entry is key + value + 16 bytes).
#pragma once

#include <cstdint>

#include "experiments/config/experiment_config.h"

namespace bitladder::experiments {

// E in bytes: key, value, and 16 for sequence number, type and lengths.
inline std::uint64_t EntryBytes(const TreeConfig& tree) {
  return std::uint64_t{tree.key_bytes} + tree.value_bytes + 16;
}

// Entries that fit into the buffer, M_buf / E.
inline std::uint64_t BufferEntries(const TreeConfig& tree) {
  return tree.buffer_bytes / EntryBytes(tree);
}

}  // namespace bitladder::experiments
