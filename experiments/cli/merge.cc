// bitladder merge: the shards of a sweep into one results.json.
#include "experiments/run/merge.h"

#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "experiments/cli/command.h"
#include "experiments/run/summary.h"

namespace bitladder::experiments {
namespace {

constexpr std::size_t kMostNamed = 20;

std::string MissingText(const std::vector<std::string>& missing) {
  if (missing.empty()) return "";
  std::string text = fmt::format("{} missing:\n", missing.size());
  for (std::size_t i = 0; i < std::min(missing.size(), kMostNamed); ++i) {
    text += fmt::format("  {}\n", missing[i]);
  }
  if (missing.size() > kMostNamed) {
    text += fmt::format("  and {} more\n", missing.size() - kMostNamed);
  }
  return text;
}

Result<int> Merge(const MergeOptions& options) {
  const Result<MergeSummary> merged = MergeDirectories(options);
  if (!merged) return tl::unexpected<Error>(merged.error());
  std::vector<const Json*> records;
  for (const Json& record : merged->records) records.push_back(&record);
  RunSummary summary;
  summary.points_failed = merged->failures.size();
  summary.failures = merged->failures;
  PrintAnswer(SummaryText(records, summary, options.output_directory, ColourOnStdout()));
  PrintAnswer(fmt::format("{} records from {} directories, {} duplicates.\n{}",
                          merged->records.size(), options.inputs.size(), merged->merged_duplicates,
                          MissingText(merged->missing)));
  const bool whole = merged->missing.empty() && merged->failures.empty();
  return whole ? kExitDone : kExitRunFailed;
}

}  // namespace

void AddMergeCommand(CLI::App* app, Action* action) {
  CLI::App* command = app->add_subcommand(
      "merge", "Brings shards of a sweep together; status 1 where points failed or are missing");
  command->footer(
      "Example:\n"
      "  bitladder run configs/quickstart/quickstart.json --shard 1/2 -o out/one\n"
      "  bitladder run configs/quickstart/quickstart.json --shard 2/2 -o out/two\n"
      "  bitladder merge out/one out/two -o out/whole");
  auto options = std::make_shared<MergeOptions>();
  command->add_option("DIR", options->inputs, "Directories of runs")->required()->type_name("");
  command
      ->add_option("-o,--output", options->output_directory,
                   "Directory of what is merged; holds no results yet")
      ->required()
      ->type_name("DIR");
  command->add_flag("--any-build", options->any_build, "Merge records of different builds");
  command->add_flag("--any-config", options->any_config, "Merge records of different configs");
  command->callback([options, action] { *action = [options] { return Merge(*options); }; });
}

}  // namespace bitladder::experiments
