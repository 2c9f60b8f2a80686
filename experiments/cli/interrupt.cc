#include "experiments/cli/interrupt.h"

#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <csignal>
#include <string_view>

namespace bitladder::experiments {
namespace {

// A handler has no other way to say that it ran.
std::atomic<bool> g_interrupted = false;
static_assert(std::atomic<bool>::is_always_lock_free);

constexpr std::string_view kStopping =
    "\nbitladder: stopping after the point in progress; once more stops at once\n";

void OnSignal(int /*signal*/) {
  const int kept = errno;
  g_interrupted = true;
  for (const int caught : {SIGINT, SIGTERM}) std::signal(caught, SIG_DFL);
  [[maybe_unused]] const auto written = ::write(STDERR_FILENO, kStopping.data(), kStopping.size());
  errno = kept;
}

}  // namespace

void CatchInterrupts() {
  struct sigaction action {};
  action.sa_handler = OnSignal;
  action.sa_flags = SA_RESTART;
  for (const int caught : {SIGINT, SIGTERM}) ::sigaction(caught, &action, nullptr);
}

bool Interrupted() { return g_interrupted; }

}  // namespace bitladder::experiments
