// bitladder check: is this config right? Nothing is run, nothing is written.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>

#include "experiments/cli/command.h"
#include "experiments/cli/config_options.h"
#include "experiments/config/load_plan.h"

namespace bitladder::experiments {

void AddCheckCommand(CLI::App* app, Action* action) {
  CLI::App* command =
      app->add_subcommand("check", "Validates a config and every point of its sweep; runs nothing");
  command->footer(
      "Example:\n  bitladder check configs/quickstart/quickstart.json --set tree.size_ratio=4");
  auto options = std::make_shared<ConfigOptions>();
  AddConfigOptions(command, options.get());
  command->callback([options, action] {
    *action = [options]() -> Result<int> {
      const Result<Plan> plan = LoadPlan(options->path, options->overrides);
      if (!plan) return tl::unexpected<Error>(plan.error());
      PrintAnswer(fmt::format("{}: ok, {} point{}\n", options->path, plan->points.size(),
                              plan->points.size() == 1 ? "" : "s"));
      return kExitDone;
    };
  });
}

}  // namespace bitladder::experiments
