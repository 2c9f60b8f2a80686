// Ctrl-C and SIGTERM: the first asks a run to stop after the point in progress, the second ends the
// program at once.
#pragma once

namespace bitladder::experiments {

// Catches SIGINT and SIGTERM from here on; each has its usual effect again after the first of them.
void CatchInterrupts();

// Whether one of them has come.
bool Interrupted();

}  // namespace bitladder::experiments
