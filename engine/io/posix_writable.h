// Append-only files on the real disk, through a 64 KiB buffer in user space.
#pragma once

#include <memory>
#include <string>

#include "engine/io/file_system.h"
#include "engine/result.h"

namespace bitladder::engine {

// Creates or truncates. After an error of a write or a sync every further call returns that error:
// what reached the disk is unknown from then on, and a second fdatasync may claim success wrongly.
Result<std::unique_ptr<WritableFile>> CreatePosixWritable(const std::string& path);

}  // namespace bitladder::engine
