#include "engine/io/posix_error.h"

#include <fmt/format.h>

#include <system_error>

namespace bitladder::engine {

namespace {

ErrorCode CodeOf(int error_number) {
  switch (error_number) {
    case ENOENT:
    case ENOTDIR:
      return ErrorCode::kNotFound;
    case ENOSPC:
    case EDQUOT:
      return ErrorCode::kNoSpace;
    default:
      return ErrorCode::kIo;
  }
}

}  // namespace

Error PosixError(std::string_view operation, const std::string& path, int error_number) {
  return Error{CodeOf(error_number), fmt::format("{}: cannot {}: {}", path, operation,
                                                 std::generic_category().message(error_number))};
}

}  // namespace bitladder::engine
