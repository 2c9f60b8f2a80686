// bitladder dump: one table file as text.
#include "engine/table/dump.h"

#include <CLI/CLI.hpp>
#include <memory>
#include <string>

#include "engine/io/file_system.h"
#include "experiments/cli/command.h"
#include "experiments/cli/engine_error.h"

namespace bitladder::experiments {
namespace {

struct DumpCommand {
  std::string path;
  bool no_blocks = false;
  bool no_entries = false;
};

Result<int> Dump(const DumpCommand& command) {
  const engine::DumpOptions options = {.blocks = !command.no_blocks,
                                       .entries = !command.no_blocks && !command.no_entries};
  const engine::Status dumped = engine::DumpTable(engine::PosixFileSystem(), command.path, options,
                                                  [](std::string_view line) { PrintAnswer(line); });
  if (!dumped) return FromEngine(dumped.error());
  return kExitDone;
}

}  // namespace

void AddDumpCommand(CLI::App* app, Action* action) {
  CLI::App* command = app->add_subcommand("dump", "Prints one table file (ours or LevelDB's)");
  command->footer(
      "Examples:\n"
      "  bitladder dump out/quickstart/datasets/*/000127.ldb --no-entries\n"
      "  bitladder run configs/quickstart/quickstart.json --keep-datasets leaves tables behind");
  auto options = std::make_shared<DumpCommand>();
  command->add_option("TABLE", options->path, "A .ldb file")->required()->type_name("");
  command->add_flag("--no-blocks", options->no_blocks, "Leaves out data blocks and entries");
  command->add_flag("--no-entries", options->no_entries, "One line a data block, no entries");
  command->callback([options, action] { *action = [options] { return Dump(*options); }; });
}

}  // namespace bitladder::experiments
