// bitladder describe: every config field with its default, unit and range.
#include "experiments/config/describe.h"

#include <CLI/CLI.hpp>
#include <memory>
#include <string>

#include "experiments/cli/command.h"

namespace bitladder::experiments {

void AddDescribeCommand(CLI::App* app, Action* action) {
  CLI::App* command = app->add_subcommand(
      "describe", "Prints every config field with default, unit and allowed values");
  command->footer("Examples:\n  bitladder describe\n  bitladder describe filters");
  auto under = std::make_shared<std::string>();
  command->add_option("PATH", *under, "Only this field or section, e.g. tree.size_ratio or filters")
      ->type_name("");
  command->callback([under, action] {
    *action = [under]() -> Result<int> {
      const Result<std::string> text = DescribeFields(*under);
      if (!text) return tl::unexpected<Error>(text.error());
      PrintAnswer(*text);
      return kExitDone;
    };
  });
}

}  // namespace bitladder::experiments
