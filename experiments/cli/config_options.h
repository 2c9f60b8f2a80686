// The options of every subcommand that reads a config: its path and --set.
#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace bitladder::experiments {

struct ConfigOptions {
  std::string path;
  std::vector<std::string> overrides;
};

// `options` outlives the parse.
void AddConfigOptions(CLI::App* command, ConfigOptions* options);

}  // namespace bitladder::experiments
