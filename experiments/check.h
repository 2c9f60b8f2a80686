// Always-on checks for bugs in the experiments room: print the values and abort. Configs, files and
// stores never reach one.
#pragma once

#include <cstdio>
#include <cstdlib>

namespace bitladder::experiments {

[[noreturn]] inline void CheckFailed(const char* file, int line, const char* condition, double a,
                                     double b) {
  std::fprintf(stderr, "%s:%d: check failed: %s (values %.17g, %.17g)\n", file, line, condition, a,
               b);
  std::abort();
}

}  // namespace bitladder::experiments

// `a` and `b` are the values to print when `condition` does not hold.
#define EXPERIMENTS_CHECK(condition, a, b)                                                   \
  do {                                                                                       \
    if (!(condition)) {                                                                      \
      ::bitladder::experiments::CheckFailed(__FILE__, __LINE__, #condition,                  \
                                            static_cast<double>(a), static_cast<double>(b)); \
    }                                                                                        \
  } while (false)
