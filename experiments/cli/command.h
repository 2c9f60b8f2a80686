// What every subcommand has in common: it declares its options on the app and leaves an action
// behind. stdout carries the answer, stderr everything else; 0 done, 1 a run failed, 2 config or
// command wrong.
#pragma once

#include <functional>
#include <string_view>

#include "experiments/result_type.h"

namespace CLI {
class App;
}

namespace bitladder::experiments {

inline constexpr int kExitDone = 0;
inline constexpr int kExitRunFailed = 1;
inline constexpr int kExitWrongInput = 2;

// Runs after the whole command line has been read. The value is the exit status; an error is
// printed as one line, and its kind gives the status.
using Action = std::function<Result<int>()>;

void AddRunCommand(CLI::App* app, Action* action);
void AddPlanCommand(CLI::App* app, Action* action);
void AddCheckCommand(CLI::App* app, Action* action);
void AddAllocateCommand(CLI::App* app, Action* action);
void AddTuneCommand(CLI::App* app, Action* action);
void AddVerifyCommand(CLI::App* app, Action* action);
void AddDumpCommand(CLI::App* app, Action* action);
void AddMergeCommand(CLI::App* app, Action* action);
void AddDescribeCommand(CLI::App* app, Action* action);
void AddSchemaCommand(CLI::App* app, Action* action);
void AddSelftestCommand(CLI::App* app, Action* action);

// Writes to stdout; false after a failed write (main reports it).
bool PrintAnswer(std::string_view text);

}  // namespace bitladder::experiments
