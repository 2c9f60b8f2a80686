// bitladder tune: size ratio, merge policy and memory split for a workload, no store.
#include <CLI/CLI.hpp>
#include <memory>
#include <string>

#include "experiments/cli/command.h"
#include "experiments/cli/tuning_flags.h"

namespace bitladder::experiments {
namespace {

struct TuneCommand {
  TuningFlags flags;
  bool json = false;
};

void AddOptions(CLI::App* command, TuneCommand* options) {
  TuningFlags& flags = options->flags;
  const auto add = [&](const char* name, std::string& text, const char* type, const char* help) {
    command->add_option(name, text, help)->type_name(type);
  };
  add("--entries", flags.entries, "N", "Entries on disk");
  add("--memory-bytes", flags.memory_bytes, "M", "Memory of buffer and filters together");
  add("--workload", flags.workload, "R,V,Q,W",
      "Shares of zero-result lookups, existing lookups, ranges and updates; they sum to 1");
  add("--entry-bytes", flags.entry_bytes, "E", "Bytes of an entry; default 1024");
  add("--block-bytes", flags.block_bytes, "BYTES", "What one I/O moves; default 4096");
  add("--range-entries", flags.range_entries, "S", "Entries that a range returns; default 0");
  add("--write-cost", flags.write_over_read, "PHI", "Price of a write over a read; default 1");
  add("--sequential-speed", flags.sequential_over_random, "MU",
      "Sequential speed over random; default 1");
  add("--filters", flags.filters, "HOW", "monkey (default) or uniform");
  add("--policies", flags.policies, "SPACE",
      "leveling_and_tiering, lazy_leveling_too (default) or fluid");
  add("--max-size-ratio", flags.max_size_ratio, "T", "Largest size ratio to try; default 64");
  add("--method", flags.method, "HOW",
      "exhaustive (default), or the papers' own: monkey_2017, tods_2018");
  add("--show", flags.show, "COUNT", "Designs to print, best first; default 10");
  command->add_flag("--json", options->json, "Prints JSON with all digits");
}

}  // namespace

void AddTuneCommand(CLI::App* app, Action* action) {
  CLI::App* command = app->add_subcommand(
      "tune", "Chooses size ratio, merge policy and buffer against filters; no store");
  command->footer(
      "Examples:\n"
      "  bitladder tune --entries 1e9 --memory-bytes 2e9 --workload 0.5,0,0,0.5\n"
      "  bitladder tune --entries 1e9 --memory-bytes 2e9 --workload 0.2,0.3,0.1,0.4 \\\n"
      "      --range-entries 100 --policies fluid --max-size-ratio 16 --json");
  auto options = std::make_shared<TuneCommand>();
  AddOptions(command, options.get());
  command->callback([options, action] {
    *action = [options]() -> Result<int> {
      const auto designs = TuneByFlags(options->flags);
      if (!designs) return tl::unexpected<Error>(designs.error());
      PrintAnswer(options->json ? DesignsAsJson(*designs) : DesignsAsText(*designs));
      return kExitDone;
    };
  });
}

}  // namespace bitladder::experiments
