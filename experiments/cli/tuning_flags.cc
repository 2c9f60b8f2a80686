#include "experiments/cli/tuning_flags.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string_view>
#include <utility>

#include "experiments/cli/number_text.h"
#include "experiments/cli/word_text.h"
#include "experiments/config/json.h"
#include "sim/tune/paper_tuning.h"
#include "sim/tune/tuning.h"

namespace bitladder::experiments {
namespace {

constexpr double kMaxDesigns = 1e6;
constexpr double kMaxFluidSizeRatio = 100;  // (T-1)^2 policies for each T

enum class Method { kExhaustive, kMonkey2017, kTods2018 };

constexpr WordFor<Method> kMethods[] = {{"exhaustive", Method::kExhaustive},
                                        {"monkey_2017", Method::kMonkey2017},
                                        {"tods_2018", Method::kTods2018}};
constexpr WordFor<sim::FilterDivision> kDivisions[] = {{"monkey", sim::FilterDivision::kMonkey},
                                                       {"uniform", sim::FilterDivision::kUniform}};
constexpr WordFor<sim::PolicySpace> kSpaces[] = {
    {"leveling_and_tiering", sim::PolicySpace::kLevelingAndTiering},
    {"lazy_leveling_too", sim::PolicySpace::kLazyLevelingToo},
    {"fluid", sim::PolicySpace::kFluid}};

// Reads numbers one after another and keeps the first error.
class NumberReader {
 public:
  double Number(std::string_view flag, std::string_view text, double min, double max) {
    return Keep(NumberFromText(flag, text, min, max));
  }
  double Whole(std::string_view flag, std::string_view text, double min, double max) {
    return Keep(WholeFromText(flag, text, min, max));
  }
  const Status& status() const { return status_; }

 private:
  double Keep(const Result<double>& value) {
    if (value) return *value;
    if (status_) status_ = tl::unexpected<Error>(value.error());
    return 0;
  }
  Status status_;
};

Result<sim::Workload> WorkloadFromText(const std::string& text) {
  const Result<std::vector<double>> shares = NumbersFromText("--workload", text, 0, 1);
  if (!shares) return tl::unexpected<Error>(shares.error());
  if (shares->size() != 4) {
    return Fail(ErrorKind::kConfig,
                fmt::format("--workload: {} shares are given; expected four: zero-result lookups, "
                            "existing lookups, ranges, updates, e.g. 0.4,0.1,0,0.5",
                            shares->size()));
  }
  return sim::Workload{(*shares)[0], (*shares)[1], (*shares)[2], (*shares)[3]};
}

Result<sim::TuningProblem> ProblemFromFlags(const TuningFlags& flags) {
  for (const auto& [flag, text] :
       {std::pair{"--entries", &flags.entries}, std::pair{"--memory-bytes", &flags.memory_bytes},
        std::pair{"--workload", &flags.workload}}) {
    if (text->empty()) return Fail(ErrorKind::kConfig, fmt::format("{} is missing", flag));
  }
  sim::TuningProblem problem;
  const Result<sim::Workload> workload = WorkloadFromText(flags.workload);
  if (!workload) return tl::unexpected<Error>(workload.error());
  problem.workload = *workload;
  const auto division = FromWord<sim::FilterDivision>("--filters", flags.filters, kDivisions);
  if (!division) return tl::unexpected<Error>(division.error());
  problem.filters = *division;
  const auto space = FromWord<sim::PolicySpace>("--policies", flags.policies, kSpaces);
  if (!space) return tl::unexpected<Error>(space.error());
  problem.policies = *space;

  NumberReader read;
  const double most_ratio = *space == sim::PolicySpace::kFluid ? kMaxFluidSizeRatio : 1000;
  problem.entries = read.Whole("--entries", flags.entries, 1, 1e15);
  problem.memory_bytes = read.Number("--memory-bytes", flags.memory_bytes, 1, 1e18);
  problem.entry_bytes = read.Number("--entry-bytes", flags.entry_bytes, 1, 1e9);
  problem.selected_entries = read.Number("--range-entries", flags.range_entries, 0, 1e15);
  problem.prices.write_over_read = read.Number("--write-cost", flags.write_over_read, 0, 1e6);
  problem.prices.sequential_over_random =
      read.Number("--sequential-speed", flags.sequential_over_random, 1, 1e6);
  problem.max_size_ratio =
      static_cast<int>(read.Whole("--max-size-ratio", flags.max_size_ratio, 2, most_ratio));
  const double block_bytes = read.Number("--block-bytes", flags.block_bytes, 1, 1e9);
  if (!read.status()) return tl::unexpected<Error>(read.status().error());
  problem.prices.entries_per_block = std::max(1.0, block_bytes / problem.entry_bytes);
  return problem;
}

Result<std::vector<sim::TunedDesign>> Tune(const sim::TuningProblem& problem, Method method) {
  if (method == Method::kExhaustive) {
    sim::Result<sim::Tuning> tuning = sim::TuneExhaustively(problem);
    if (!tuning) return Fail(ErrorKind::kConfig, tuning.error().message);
    return std::move(tuning->designs);
  }
  const sim::Result<sim::TunedDesign> tuned =
      method == Method::kMonkey2017 ? sim::TuneAsMonkey2017(problem) : sim::TuneAsTods2018(problem);
  if (!tuned) return Fail(ErrorKind::kConfig, tuned.error().message);
  return std::vector<sim::TunedDesign>{*tuned};
}

std::string PolicyName(const sim::TunedDesign& tuned) {
  const int size_ratio = tuned.design.size_ratio;
  const sim::MergePolicy& policy = tuned.design.merge_policy;
  if (policy == sim::Leveling()) return "leveling";
  if (policy == sim::Tiering(size_ratio)) return "tiering";
  if (policy == sim::LazyLeveling(size_ratio)) return "lazy_leveling";
  return fmt::format("K={} Z={}", policy.inner_runs, policy.last_runs);
}

}  // namespace

Result<std::vector<sim::TunedDesign>> TuneByFlags(const TuningFlags& flags) {
  const Result<sim::TuningProblem> problem = ProblemFromFlags(flags);
  if (!problem) return tl::unexpected<Error>(problem.error());
  const auto method = FromWord<Method>("--method", flags.method, kMethods);
  if (!method) return tl::unexpected<Error>(method.error());
  const Result<double> show = WholeFromText("--show", flags.show, 1, kMaxDesigns);
  if (!show) return tl::unexpected<Error>(show.error());
  Result<std::vector<sim::TunedDesign>> designs = Tune(*problem, *method);
  if (designs && static_cast<double>(designs->size()) > *show) {
    designs->resize(static_cast<std::size_t>(*show));
  }
  return designs;
}

std::string DesignsAsJson(const std::vector<sim::TunedDesign>& designs) {
  JsonArray items;
  for (const sim::TunedDesign& tuned : designs) {
    const sim::TreeDesign& design = tuned.design;
    items.push_back(JsonObject{{"size_ratio", Json(design.size_ratio)},
                               {"inner_runs", Json(design.merge_policy.inner_runs)},
                               {"last_runs", Json(design.merge_policy.last_runs)},
                               {"levels", Json(tuned.levels)},
                               {"buffer_bytes", Json(design.buffer_bytes)},
                               {"filter_bits", Json(tuned.filter_bits)},
                               {"bits_per_key", Json(tuned.filter_bits / design.entries)},
                               {"ios_per_zero_result_lookup", Json(tuned.costs.zero_result)},
                               {"ios_per_existing_lookup", Json(tuned.costs.existing)},
                               {"ios_per_range", Json(tuned.costs.range)},
                               {"ios_per_update", Json(tuned.costs.update)},
                               {"ios_per_operation", Json(tuned.average_cost)}});
  }
  return WriteJson(JsonObject{{"designs", Json(std::move(items))}}) + "\n";
}

std::string DesignsAsText(const std::vector<sim::TunedDesign>& designs) {
  std::string out =
      "I/Os an operation (theta) of each design, best first; R, V, Q, W: of one\n"
      "zero-result lookup, existing lookup, range, update.\n\n"
      "   T policy         L    buffer bits/key        R      V      Q      W   theta\n";
  for (const sim::TunedDesign& tuned : designs) {
    out += fmt::format(
        "{:>4} {:<13}{:>3} {:>9.4g} {:>8.2f} {:>8.3g} {:>6.4g} {:>6.4g} {:>6.4g} {:>7.4g}\n",
        tuned.design.size_ratio, PolicyName(tuned), tuned.levels, tuned.design.buffer_bytes,
        tuned.filter_bits / tuned.design.entries, tuned.costs.zero_result, tuned.costs.existing,
        tuned.costs.range, tuned.costs.update, tuned.average_cost);
  }
  return out;
}

}  // namespace bitladder::experiments
