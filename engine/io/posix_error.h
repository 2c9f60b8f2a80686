// Turns errno into an Error that names the path, and retries calls that a signal interrupted.
#pragma once

#include <cerrno>
#include <string>
#include <string_view>

#include "engine/result.h"

namespace bitladder::engine {

// ENOENT and ENOTDIR are kNotFound, ENOSPC and EDQUOT kNoSpace, anything else kIo. `operation` is
// what was tried ("open for reading"); `error_number` an errno value.
Error PosixError(std::string_view operation, const std::string& path, int error_number);

// Calls `call` again for as long as it fails with EINTR.
template <class Call>
auto RetryInterrupted(Call call) -> decltype(call()) {
  auto result = call();
  while (result == -1 && errno == EINTR) result = call();
  return result;
}

}  // namespace bitladder::engine
