// bitladder schema: the JSON Schemas, written from the code that reads and writes the documents.
#include "experiments/config/schema.h"

#include <CLI/CLI.hpp>
#include <memory>
#include <string>

#include "experiments/cli/command.h"

namespace bitladder::experiments {

void AddSchemaCommand(CLI::App* app, Action* action) {
  CLI::App* command = app->add_subcommand("schema", "Prints a JSON Schema (draft 2020-12)");
  command->footer("Example:\n  bitladder schema config > configs/experiment.schema.json");
  auto of = std::make_shared<std::string>();
  command->add_option("OF", *of, "config")
      ->required()
      ->type_name("")
      ->check(CLI::IsMember({"config"}));
  command->callback([of, action] {  // `of` lives as long as the app that writes to it
    *action = []() -> Result<int> {
      PrintAnswer(ConfigSchema());
      return kExitDone;
    };
  });
}

}  // namespace bitladder::experiments
