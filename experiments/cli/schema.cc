// bitladder schema: the JSON Schemas, written from the code that reads and writes the documents.
#include "experiments/config/schema.h"

#include <CLI/CLI.hpp>
#include <memory>
#include <string>

#include "experiments/cli/command.h"
#include "experiments/result/record_schema.h"

namespace bitladder::experiments {

void AddSchemaCommand(CLI::App* app, Action* action) {
  CLI::App* command = app->add_subcommand("schema", "Prints a JSON Schema (draft 2020-12)");
  command->footer(
      "Examples:\n"
      "  bitladder schema config > configs/experiment.schema.json\n"
      "  bitladder schema record > results/record.schema.json");
  auto of = std::make_shared<std::string>();
  command->add_option("OF", *of, "config, or record: one line of points.jsonl")
      ->required()
      ->type_name("")
      ->check(CLI::IsMember({"config", "record"}));
  command->callback([of, action] {
    *action = [of]() -> Result<int> {
      PrintAnswer(*of == "config" ? ConfigSchema() : RecordSchema());
      return kExitDone;
    };
  });
}

}  // namespace bitladder::experiments
