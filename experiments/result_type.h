// Errors as values for the experiments room.
#pragma once

#include <string>
#include <tl/expected.hpp>
#include <utility>

namespace bitladder::experiments {

// kConfig: the config or the command line is wrong (exit status 2). kRun: a point or a file failed
// (1).
enum class ErrorKind { kConfig, kRun };

// `message` is one line: what, where (JSON pointer or path), value, allowed range, and the mend.
struct Error {
  ErrorKind kind = ErrorKind::kRun;
  std::string message;
  bool operator==(const Error&) const = default;
};

template <class T>
using Result = tl::expected<T, Error>;
using Status = Result<void>;

inline tl::unexpected<Error> Fail(ErrorKind kind, std::string message) {
  return tl::unexpected<Error>(Error{kind, std::move(message)});
}

}  // namespace bitladder::experiments
