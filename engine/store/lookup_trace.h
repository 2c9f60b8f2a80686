// What one lookup did, run by run: the raw material of every measured number.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/table/table_reader.h"

namespace bitladder::engine {

enum class LookupOutcome : std::uint8_t {
  kAbsent,
  kFound,
  kDeleted,
  kFoundInBuffer,
  kDeletedInBuffer
};

struct RunProbe {
  std::uint32_t run = 0;  // index into Store::runs(), newest first
  ProbeResult result;
};

// Reused between lookups; Get clears it.
struct LookupTrace {
  LookupOutcome outcome = LookupOutcome::kAbsent;
  std::vector<RunProbe> probes;             // in the order made
  std::uint32_t wasted_block_accesses = 0;  // data blocks searched that did not hold the key
  std::uint32_t wasted_ios = 0;             // those of them that the block cache did not serve
  std::uint32_t block_reads = 0;            // all data blocks read from the file
};

}  // namespace bitladder::engine
