// What the kernel fetched from block devices for this process.
#pragma once

#include <cstdint>

#include "engine/result.h"

namespace bitladder::engine {

// The process's read_bytes of /proc/self/io: bytes that reads and page faults of all its threads
// made the block layer fetch. Reads that the page cache served add nothing, so for buffered and
// mapped files it counts cache misses, with the kernel's read-ahead; for O_DIRECT it counts every
// read. kIo where the kernel does not keep it.
Result<std::uint64_t> KernelReadBytes();

}  // namespace bitladder::engine
