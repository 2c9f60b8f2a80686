// Errors as values for the theory room: out-of-domain input names the parameter and its range.
#pragma once

#include <string>
#include <tl/expected.hpp>
#include <utility>

namespace bitladder::sim {

// What a caller can get wrong. `message` names the parameter, its value and the allowed range.
struct Error {
  std::string message;
  bool operator==(const Error&) const = default;
};

template <class T>
using Result = tl::expected<T, Error>;

inline tl::unexpected<Error> Fail(std::string message) {
  return tl::unexpected<Error>(Error{std::move(message)});
}

}  // namespace bitladder::sim
