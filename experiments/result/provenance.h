// Where numbers come from: build, machine, file system, clock. Becomes manifest.json.
#pragma once

#include <string>

#include "experiments/config/json.h"

namespace bitladder::experiments {

// What this program was built from: commit, dirty flag, compiler, flags, versions of the formats.
// Records of different builds are not mixed.
Json BuildJson();

// The machine that the program runs on, as far as the system tells: kernel, CPU, memory, the file
// system of `directory`, the clock and what reading it costs.
Json MachineJson(const std::string& directory);

// Now, as 2031-12-24T18:00:00Z.
std::string UtcNow();

}  // namespace bitladder::experiments
