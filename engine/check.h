// Always-on checks for bugs in the engine room: print the values and abort. Nothing that comes from
// a file or a caller's data reaches one.
#pragma once

#include <cstdio>
#include <cstdlib>

namespace bitladder::engine {

[[noreturn]] inline void CheckFailed(const char* file, int line, const char* condition, long long a,
                                     long long b) {
  std::fprintf(stderr, "%s:%d: check failed: %s (values %lld, %lld)\n", file, line, condition, a,
               b);
  std::abort();
}

}  // namespace bitladder::engine

// `a` and `b` are the integers to print when `condition` does not hold.
#define ENGINE_CHECK(condition, a, b)                                                             \
  do {                                                                                            \
    if (!(condition)) {                                                                           \
      ::bitladder::engine::CheckFailed(__FILE__, __LINE__, #condition, static_cast<long long>(a), \
                                       static_cast<long long>(b));                                \
    }                                                                                             \
  } while (false)
