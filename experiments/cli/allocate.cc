// bitladder allocate: a ladder from flags, no store.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <string>

#include "experiments/cli/command.h"
#include "experiments/cli/ladder.h"
#include "sim/allocate/allocation.h"
#include "sim/filter/fpr_model.h"

namespace bitladder::experiments {
namespace {

struct AllocateCommand {
  LadderFlags flags;
  bool json = false;
};

std::string PolicyHelp() {
  std::string help = "Policies:\n";
  for (const sim::AllocationPolicy& policy : sim::AllocationPolicies()) {
    help += fmt::format("  {:<20}{}\n{:22}({})\n", policy.name, policy.summary, "", policy.source);
  }
  return help;
}

void AddOptions(CLI::App* command, AllocateCommand* options) {
  LadderFlags& flags = options->flags;
  const auto add = [&](const char* name, std::string& text, const char* type, std::string help) {
    return command->add_option(name, text, std::move(help))->type_name(type);
  };
  add("--entries-per-level", flags.entries_per_level, "N1,N2,..",
      "Entries of each level, smallest first");
  add("--runs-per-level", flags.runs_per_level, "R1,R2,..", "Runs of each level; default 1 each");
  add("--weights", flags.weights, "C1,C2,..",
      "Price of one wasted I/O at each level; default 1 each");
  add("--entries", flags.entries, "N", "Or a full tree: entries in all, ...");
  add("--size-ratio", flags.size_ratio, "T", "... its size ratio, ...");
  add("--levels", flags.levels, "L", "... its levels ...");
  add("--merge-policy", flags.merge_policy, "P",
      "... and leveling (default), tiering, lazy_leveling or K,Z");
  add("--bits-per-key", flags.bits_per_key, "H", "Budget as a mean over all entries, or ...");
  add("--memory-bits", flags.memory_bits, "M", "... as a total");
  add("--policy", flags.policies, "A,B,..", "Policies; default uniform,monkey");
  add("--bits-per-level", flags.bits_per_level, "B1,B2,..", "Bits per key for policy explicit");
  add("--filter", flags.filter, "KIND",
      fmt::format("{}; default ideal", fmt::join(sim::FprModelNames(), ", ")));
  add("--existing-per-missing", flags.existing_per_missing, "V",
      "Lookups for existing keys for each zero-result one; default 0");
  command->add_flag("--json", options->json, "Prints JSON with all digits");
}

}  // namespace

void AddAllocateCommand(CLI::App* app, Action* action) {
  CLI::App* command =
      app->add_subcommand("allocate", "Divides filter memory among the levels of a tree; no store");
  command->footer(
      PolicyHelp() +
      "\n"
      "Examples:\n"
      "  bitladder allocate --entries-per-level 9e3,9e4,9e5,9e6 --bits-per-key 10\n"
      "  bitladder allocate --entries 1e9 --size-ratio 4 --levels 7 --bits-per-key 8 \\\n"
      "      --merge-policy lazy_leveling --filter bloom --json\n"
      "\n"
      "Numbers may be written 9000000 or 9e6.");
  auto options = std::make_shared<AllocateCommand>();
  AddOptions(command, options.get());
  command->callback([options, action] {
    *action = [options]() -> Result<int> {
      const Result<std::vector<Ladder>> ladders = MakeLadders(options->flags);
      if (!ladders) return tl::unexpected<Error>(ladders.error());
      PrintAnswer(options->json ? LaddersAsJson(*ladders) : LaddersAsText(*ladders));
      return kExitDone;
    };
  });
}

}  // namespace bitladder::experiments
