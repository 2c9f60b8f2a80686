// bitladder selftest: whether this machine and this build can be trusted with an experiment.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <memory>
#include <string>

#include "experiments/cli/command.h"
#include "experiments/selftest/self_test.h"

namespace bitladder::experiments {
namespace {

Result<int> SelfTest(const std::string& parent) {
  std::string directory = parent + "/bitladder_selftest.XXXXXX";
  if (::mkdtemp(directory.data()) == nullptr) {
    return Fail(ErrorKind::kConfig, fmt::format("{}: {}", parent, std::strerror(errno)));
  }
  const Result<std::vector<SelfCheck>> checks = RunSelfTest(directory);
  std::error_code ignored;
  std::filesystem::remove_all(directory, ignored);
  if (!checks) return tl::unexpected<Error>(checks.error());
  std::string out;
  for (const SelfCheck& check : *checks) {
    out += fmt::format("{}  {}: {}\n        expected {}\n", check.passed ? "ok    " : "FAILED",
                       check.name, check.value, check.expectation);
  }
  const bool passed = AllPassed(*checks);
  PrintAnswer(out + (passed ? "selftest: passed\n" : "selftest: FAILED\n"));
  return passed ? kExitDone : kExitRunFailed;
}

}  // namespace

void AddSelftestCommand(CLI::App* app, Action* action) {
  CLI::App* command = app->add_subcommand(
      "selftest", "Checks hashes, filters, counters, O_DIRECT and clock on this machine");
  command->footer(
      "Example:\n"
      "  bitladder selftest --directory out\n"
      "\n"
      "Takes a few seconds. Exit status: 0 all is as expected, 1 something is not.");
  auto parent = std::make_shared<std::string>(".");
  command
      ->add_option("--directory", *parent,
                   "Where experiments will write: its file system is the one that is checked")
      ->type_name("DIR");
  command->callback([parent, action] { *action = [parent] { return SelfTest(*parent); }; });
}

}  // namespace bitladder::experiments
