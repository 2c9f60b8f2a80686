// Whether this machine and this build can be trusted with an experiment: a handful of quick checks
// whose right answers come from theory, the kernel or arithmetic.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "experiments/config/json.h"
#include "experiments/result_type.h"

namespace bitladder::experiments {

struct SelfCheck {
  std::string name;
  std::string value;
  std::string expectation;
  bool passed = false;
};

// XXH3 as filters take it: one flipped bit of a key flips half of the hash, and sequential keys
// fill 256 buckets evenly. Bounds are five standard deviations: one false alarm in 1.7 million.
std::vector<SelfCheck> CheckHash();

// Each kind of filter over 20 000 keys at 8 bits a key: no key is denied, and the rate over 200 000
// absent keys has a probability of at least 1e-6 under its model.
std::vector<SelfCheck> CheckFilters();

// What must hold between the counters of a record, whatever its numbers. Also for records of
// elsewhere.
std::vector<SelfCheck> CheckCounters(const Json& record);

// A small store in `directory`, looked up and compared with its prediction; then CheckCounters.
Result<std::vector<SelfCheck>> CheckStore(const std::string& directory);

// Whether the kernel fetches what is read with O_DIRECT from a device, and nothing for what the
// page cache holds. File systems in memory, and those that refuse O_DIRECT, are told and pass:
// storage.io "direct" does not run on them. Writes 1 MiB into `directory`.
Result<std::vector<SelfCheck>> CheckDirectReads(const std::string& directory);

// What one reading of the clock costs: two of them stand around every timed lookup.
SelfCheck CheckClock(const std::string& directory);

// All of them, in a directory that holds nothing else.
Result<std::vector<SelfCheck>> RunSelfTest(const std::string& directory);

bool AllPassed(std::span<const SelfCheck> checks);

}  // namespace bitladder::experiments
