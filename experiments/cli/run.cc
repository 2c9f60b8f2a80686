// bitladder run: every point of a config, predicted and measured, or the rest of an earlier run.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <string>

#include "experiments/cli/command.h"
#include "experiments/cli/config_options.h"
#include "experiments/cli/interrupt.h"
#include "experiments/config/load_plan.h"
#include "experiments/run/runner.h"

namespace bitladder::experiments {
namespace {

struct RunCommand {
  ConfigOptions config;
  RunOptions run;
  std::string shard = "1/1";
};

Result<int> Run(RunCommand command) {
  const Result<Plan> plan = LoadPlan(command.config.path, command.config.overrides);
  if (!plan) return tl::unexpected<Error>(plan.error());
  const Result<Shard> shard = ParseShard(command.shard);
  if (!shard) return tl::unexpected<Error>(shard.error());
  command.run.shard = *shard;
  if (command.run.output_directory.empty()) {
    command.run.output_directory = fmt::format("out/{}", plan->base.name);
    if (shard->count > 1) {
      command.run.output_directory += fmt::format(".{}of{}", shard->index, shard->count);
    }
  }
  CatchInterrupts();
  command.run.interrupted = Interrupted;
  const Result<RunSummary> summary = RunExperiment(*plan, command.run);
  if (!summary) return tl::unexpected<Error>(summary.error());
  return summary->points_failed == 0 && !summary->parted ? kExitDone : kExitRunFailed;
}

}  // namespace

void AddRunCommand(CLI::App* app, Action* action) {
  CLI::App* command = app->add_subcommand(
      "run", "Runs every point of a config, or resumes: points already recorded are kept");
  command->footer(
      "Examples:\n"
      "  bitladder run configs/quickstart/quickstart.json -o out/quickstart\n"
      "  bitladder run configs/quickstart/quickstart.json --set filters.bits_per_key=5 --fresh\n"
      "  bitladder run configs/smoke/engine.json --set workload.timing=none --jobs 4\n"
      "  bitladder run configs/smoke/engine.json --gate\n"
      "\n"
      "Writes points.jsonl, results.json and manifest.json into the directory.");
  auto options = std::make_shared<RunCommand>();
  AddConfigOptions(command, &options->config);
  command
      ->add_option("-o,--output", options->run.output_directory,
                   "Directory of the results, made when missing; default out/NAME, out/NAME.IofN "
                   "for a shard")
      ->type_name("DIR");
  command->add_flag("--fresh", options->run.fresh, "Forget the records that are already there");
  command->add_flag("--keep-datasets", options->run.keep_datasets,
                    "Leave the loaded stores under DIR/datasets");
  command->add_flag(
      "--gate", options->run.gate,
      "Exit status 1 when theory and measurement part: a point beyond a limit that all points "
      "together miss by chance in 0.05 % of runs, or more points outside their 95 % interval than "
      "chance puts there in 0.05 % of runs; names the points");
  command
      ->add_option("--jobs", options->run.jobs,
                   "Threads for points that only count; points whose lookups are timed run alone")
      ->type_name("N")
      ->check(CLI::Range(1, 1024));
  command
      ->add_option("--shard", options->shard,
                   "Only the I-th of N parts of the sweep; bitladder merge brings them together")
      ->type_name("I/N");
  command->callback([options, action] { *action = [options] { return Run(*options); }; });
}

}  // namespace bitladder::experiments
