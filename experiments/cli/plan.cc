// bitladder plan: the points that a config makes, with what they will need.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <string>

#include "experiments/cli/command.h"
#include "experiments/cli/config_options.h"
#include "experiments/cli/time_estimate.h"
#include "experiments/config/estimate.h"
#include "experiments/config/load_plan.h"

namespace bitladder::experiments {
namespace {

// "577.0 MB", in powers of 1000 as disks are sold.
std::string Bytes(std::uint64_t bytes) {
  constexpr std::string_view kUnits[] = {"B", "kB", "MB", "GB", "TB", "PB"};
  auto amount = static_cast<double>(bytes);
  std::size_t unit = 0;
  while (amount >= 1000 && unit + 1 < std::size(kUnits)) {
    amount /= 1000;
    ++unit;
  }
  return unit == 0 ? fmt::format("{} B", bytes) : fmt::format("{:.1f} {}", amount, kUnits[unit]);
}

// "2 min 5 s": whole units, at least 1 s.
std::string Duration(double seconds) {
  const auto whole = static_cast<std::uint64_t>(std::max(1.0, std::ceil(seconds)));
  if (whole < 60) return fmt::format("{} s", whole);
  if (whole < 3600) return fmt::format("{} min {} s", whole / 60, whole % 60);
  return fmt::format("{} h {} min", whole / 3600, whole % 3600 / 60);
}

std::string PlanText(const Plan& plan, const TimeEstimate& time) {
  std::string out = "point                             dataset   rep  parameters\n";
  std::map<std::string, ResourceEstimate> datasets;
  for (const Point& point : plan.points) {
    std::string params;
    for (const auto& [path, value] : point.params) params += fmt::format(" {}={}", path, value);
    out += fmt::format("{}  {}  {:>3} {}\n", point.id, point.dataset_id.substr(0, 8),
                       point.repetition, params);
    const ResourceEstimate estimate = EstimateResources(point.config);
    ResourceEstimate& most = datasets[point.dataset_id];
    most.disk_bytes = std::max(most.disk_bytes, estimate.disk_bytes);
    most.peak_disk_bytes = std::max(most.peak_disk_bytes, estimate.peak_disk_bytes);
    most.memory_bytes = std::max(most.memory_bytes, estimate.memory_bytes);
  }
  ResourceEstimate all;  // datasets stand one after the other unless they are kept
  std::uint64_t kept_bytes = 0;
  for (const auto& [id, estimate] : datasets) {
    all.peak_disk_bytes = std::max(all.peak_disk_bytes, estimate.peak_disk_bytes);
    all.memory_bytes = std::max(all.memory_bytes, estimate.memory_bytes);
    kept_bytes += estimate.disk_bytes;
  }
  out += fmt::format(
      "\n{} point{} on {} dataset{}\n"
      "disk:   {} at the peak; {} when every dataset is kept (estimated)\n"
      "memory: {} (estimated)\n"
      "time:   {} on one quiet core with a warm page cache, for {} lookups (estimated)\n",
      plan.points.size(), plan.points.size() == 1 ? "" : "s", datasets.size(),
      datasets.size() == 1 ? "" : "s", Bytes(all.peak_disk_bytes), Bytes(kept_bytes),
      Bytes(all.memory_bytes), Duration(time.seconds), time.lookups);
  return out;
}

}  // namespace

void AddPlanCommand(CLI::App* app, Action* action) {
  CLI::App* command = app->add_subcommand(
      "plan", "Prints the points of a config with their ids, disk, memory and time; runs nothing");
  command->footer("Example:\n  bitladder plan configs/quickstart/quickstart.json");
  auto options = std::make_shared<ConfigOptions>();
  AddConfigOptions(command, options.get());
  command->callback([options, action] {
    *action = [options]() -> Result<int> {
      const Result<Plan> plan = LoadPlan(options->path, options->overrides);
      if (!plan) return tl::unexpected<Error>(plan.error());
      const Result<TimeEstimate> time = EstimateTime(*plan);
      if (!time) return tl::unexpected<Error>(time.error());
      PrintAnswer(PlanText(*plan, *time));
      return kExitDone;
    };
  });
}

}  // namespace bitladder::experiments
