// The bitladder command: reads the command line, runs one subcommand, turns its result into an exit
// status.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <string>
#include <vector>

#include "experiments/cli/command.h"
#include "experiments/config/nearest_name.h"

namespace bitladder::experiments {

bool PrintAnswer(std::string_view text) {
  return std::fwrite(text.data(), 1, text.size(), stdout) == text.size();
}

namespace {

constexpr std::string_view kAbout =
    "bitladder asks which runs of an LSM-tree should get the filter memory: it predicts the "
    "answer, "
    "measures it on a real store, and puts both into one record.";
constexpr std::string_view kExamples =
    "Examples:\n"
    "  bitladder allocate --entries-per-level 9000,90000,900000,9000000 --bits-per-key 10\n"
    "  bitladder check configs/quickstart/quickstart.json\n"
    "  bitladder plan configs/quickstart/quickstart.json\n"
    "  bitladder run configs/quickstart/quickstart.json -o out/quickstart\n"
    "\n"
    "Exit status: 0 done, 1 a run failed, 2 the config or the command is wrong.";

// One line on stderr, whatever bytes a file or an argument brought into the message.
void PrintError(std::string message) {
  for (char& c : message) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = ' ';
  }
  std::fprintf(stderr, "bitladder: %s\n", message.c_str());
}

// Help was asked for: the answer. Anything else is a wrong command.
int ExitOnParseError(const CLI::App& app, const CLI::ParseError& error) {
  if (error.get_exit_code() == static_cast<int>(CLI::ExitCodes::Success)) {
    const bool printed = PrintAnswer(error.get_name() == "CallForVersion"
                                         ? std::string(error.what()) + "\n"
                                         : app.help("", CLI::AppFormatMode::Normal));
    return printed && std::fflush(stdout) == 0 ? kExitDone : kExitRunFailed;
  }
  const auto chosen = app.get_subcommands();
  const std::string command = chosen.empty() ? "" : " " + chosen.front()->get_name();
  PrintError(std::string(error.what()) + " (see bitladder" + command + " --help)");
  return kExitWrongInput;
}

// The first word names a subcommand or is an option; CLI11 alone would only say that one is
// missing.
Status CheckCommandName(const CLI::App& app, const std::string& word) {
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
    names.push_back(command->get_name());
    if (names.back() == word) return {};
  }
  const std::vector<std::string_view> known(names.begin(), names.end());
  const std::string_view nearest = NearestName(word, known);
  return Fail(ErrorKind::kConfig,
              fmt::format("\"{}\" is no command; {}expected one of {}", word,
                          nearest.empty() ? "" : fmt::format("did you mean \"{}\"? ", nearest),
                          fmt::join(names, ", ")));
}

int Main(int argc, char** argv) {
  CLI::App app{std::string(kAbout), "bitladder"};
  app.footer(std::string(kExamples));
  app.set_version_flag("--version", "bitladder " BITLADDER_VERSION);
  app.require_subcommand(1);
  app.get_formatter()->column_width(34);

  Action action;
  AddRunCommand(&app, &action);
  AddPlanCommand(&app, &action);
  AddCheckCommand(&app, &action);
  AddAllocateCommand(&app, &action);
  AddTuneCommand(&app, &action);
  AddVerifyCommand(&app, &action);
  AddDumpCommand(&app, &action);
  AddMergeCommand(&app, &action);
  AddDescribeCommand(&app, &action);
  AddSchemaCommand(&app, &action);
  AddSelftestCommand(&app, &action);

  if (argc > 1 && argv[1][0] != '-') {
    if (const Status known = CheckCommandName(app, argv[1]); !known) {
      PrintError(known.error().message);
      return kExitWrongInput;
    }
  }
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return ExitOnParseError(app, error);
  }

  const Result<int> result = action();
  if (!result) {
    PrintError(result.error().message);
    return result.error().kind == ErrorKind::kConfig ? kExitWrongInput : kExitRunFailed;
  }
  if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) {
    PrintError("standard output could not be written");
    return kExitRunFailed;
  }
  return *result;
}

}  // namespace
}  // namespace bitladder::experiments

int main(int argc, char** argv) { return bitladder::experiments::Main(argc, argv); }
