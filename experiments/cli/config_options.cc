#include "experiments/cli/config_options.h"

#include <CLI/CLI.hpp>

namespace bitladder::experiments {

void AddConfigOptions(CLI::App* command, ConfigOptions* options) {
  command->add_option("CONFIG", options->path, "The experiment, a JSON file")
      ->required()
      ->type_name("");
  command
      ->add_option(
          "--set", options->overrides,
          "Change one field, e.g. --set tree.size_ratio=4; a swept field is then fixed, and "
          "--set sweep.tree.size_ratio=[2,4] gives an axis. May be repeated.")
      ->type_name("PATH=VALUE")
      ->take_all()
      ->expected(1)
      ->allow_extra_args(false);
}

}  // namespace bitladder::experiments
