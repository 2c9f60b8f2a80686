// Does lookups one after another, times each, checks each answer and adds up what it cost.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/store/store.h"
#include "experiments/result_type.h"
#include "experiments/workload/key_space.h"
#include "experiments/workload/lookup_stream.h"

namespace bitladder::experiments {

struct LookupLoopResult {
  std::uint64_t found = 0;
  std::uint64_t found_in_buffer = 0;
  std::uint64_t wasted_block_accesses = 0;
  std::uint64_t wasted_ios = 0;
  std::uint64_t block_reads = 0;
  std::vector<std::uint64_t> histogram;    // lookups with 0, 1, ... wasted I/Os
  std::vector<std::uint64_t> nanoseconds;  // of each lookup; empty unless timed
};

// What lookups reuse, so that none of them pays for memory that another one could have left it.
struct LookupScratch {
  engine::LookupTrace trace;
  std::string key;
  std::string value;
  std::string expected;
};

// Closed loop: making the key and checking the answer happen between the lookups and are not timed.
// A key that should be absent and is found, one that should be there and is not, or a wrong value
// is an error that names the key.
Result<LookupLoopResult> RunLookups(const engine::Store& store, const KeySpace& key_space,
                                    LookupStream& stream, std::uint64_t lookups, bool timed,
                                    LookupScratch& scratch);
// The same for lookups that are done all at once.
Result<LookupLoopResult> RunLookups(const engine::Store& store, const KeySpace& key_space,
                                    LookupStream& stream, std::uint64_t lookups, bool timed);

// How often each run's filter said maybe (order of Store::runs()) to `probes` absent keys of
// `stream`: filters alone, no file is read.
std::vector<std::uint64_t> AuditFilters(const engine::Store& store, const KeySpace& key_space,
                                        LookupStream& stream, std::uint64_t probes);

}  // namespace bitladder::experiments
