// Errors as values for the engine room. Whatever the outside world can cause (files, disks,
// callers' options) is an Error; a bug aborts through ENGINE_CHECK.
#pragma once

#include <string>
#include <tl/expected.hpp>
#include <utility>

namespace bitladder::engine {

enum class ErrorCode {
  kIo,               // the operating system said no
  kNoSpace,          // ENOSPC or EDQUOT: frees up and resumes
  kCorruption,       // bytes on disk are not what was written; the message names file and offset
  kInvalidArgument,  // options or arguments out of range
  kNotFound,         // a file that should be there is not
  kBusy,             // another process holds the store
};

// `message` says what, where (path, offset) and the mend, in one line.
struct Error {
  ErrorCode code = ErrorCode::kIo;
  std::string message;
  bool operator==(const Error&) const = default;
};

template <class T>
using Result = tl::expected<T, Error>;
using Status = Result<void>;

inline tl::unexpected<Error> Fail(ErrorCode code, std::string message) {
  return tl::unexpected<Error>(Error{code, std::move(message)});
}

}  // namespace bitladder::engine

// Evaluates `expression` (a Result or Status) and returns its error from the enclosing function.
#define ENGINE_TRY(expression)                                                      \
  do {                                                                              \
    if (auto&& engine_try_result = (expression); !engine_try_result) {              \
      return tl::unexpected<::bitladder::engine::Error>(engine_try_result.error()); \
    }                                                                               \
  } while (false)
