// Errors of the engine as the command reports them.
#pragma once

#include "engine/result.h"
#include "experiments/result_type.h"

namespace bitladder::experiments {

// A path that is not there or not what the command asks for is a wrong command (kConfig); whatever
// is wrong with what stands there is a failure (kRun).
inline tl::unexpected<Error> FromEngine(const engine::Error& error) {
  const bool wrong_path = error.code == engine::ErrorCode::kNotFound ||
                          error.code == engine::ErrorCode::kInvalidArgument;
  return Fail(wrong_path ? ErrorKind::kConfig : ErrorKind::kRun, error.message);
}

}  // namespace bitladder::experiments
