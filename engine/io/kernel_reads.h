// What the kernel fetched from block devices for this thread.
#pragma once

#include <cstdint>

#include "engine/result.h"

namespace bitladder::engine {

// The calling thread's read_bytes of /proc/thread-self/io: bytes that its reads and page faults
// made the block layer fetch, whatever other threads do meanwhile. Reads that the page cache served
// add nothing, so for buffered and mapped files it counts cache misses, with the kernel's
// read-ahead; for O_DIRECT it counts every read. kIo where the kernel does not keep it.
Result<std::uint64_t> KernelReadBytes();

}  // namespace bitladder::engine
