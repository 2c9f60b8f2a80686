// The three ways of reading a table file from the real disk.
#pragma once

#include <memory>
#include <string>

#include "engine/io/file_system.h"
#include "engine/io/read_counters.h"
#include "engine/result.h"

namespace bitladder::engine {

// Errors: kNotFound, kIo; for kDirect kInvalidArgument where the file system keeps its files in
// memory or does not accept O_DIRECT.
Result<std::unique_ptr<RandomAccessFile>> OpenPosixRandomAccess(const std::string& path,
                                                                ReadMode mode,
                                                                ReadCounters* counters);

}  // namespace bitladder::engine
