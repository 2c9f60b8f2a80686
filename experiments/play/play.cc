// `bitladder allocate` for the page "play" of a report, compiled to WebAssembly: the same functions
// of theory, called with plain numbers, so that no formula is written a second time.
//
// Every text is JSON, ends with a zero byte and belongs to the caller, who gives it back to
// play_free.
#include <fmt/format.h>

#include <cstdlib>
#include <cstring>
#include <exception>
#include <memory>
#include <string>

#include "experiments/cli/ladder.h"
#include "experiments/cli/ladder_problem.h"
#include "experiments/config/json.h"
#include "sim/allocate/allocation.h"
#include "sim/filter/fpr_model.h"
#include "sim/tree/tree_design.h"
#include "sim/tree/tree_shape.h"

namespace boost {
// Boost asks for this where there are no exceptions.
void throw_exception(const std::exception&) { std::abort(); }
}  // namespace boost

namespace bitladder::experiments {
namespace {

struct NamedMergePolicy {
  const char* name;
  sim::MergePolicy (*make)(int size_ratio);
};

constexpr NamedMergePolicy kMergePolicies[] = {
    {"leveling", [](int) { return sim::Leveling(); }},
    {"tiering", sim::Tiering},
    {"lazy_leveling", sim::LazyLeveling},
};

// The controls of the page; names are places in the lists of play_catalog.
struct Settings {
  double entries = 0;
  int size_ratio = 2;
  int levels = 1;
  std::size_t merge_policy = 0;
  std::size_t filter = 0;
  std::size_t baseline = 0;
  std::size_t policy = 0;
  double bits_per_key = 0;
  double existing_fraction = 0;  // [0, 1)
};

Result<std::vector<Ladder>> Solve(const Settings& settings, const sim::MergePolicy& merge_policy,
                                  double existing_per_missing) {
  const auto policies = sim::AllocationPolicies();
  LadderProblem problem;
  problem.policies.emplace_back(policies[settings.baseline].name);
  if (settings.policy != settings.baseline) {
    problem.policies.emplace_back(policies[settings.policy].name);
  }
  auto model = sim::MakeFprModel(sim::FprModelNames()[settings.filter]);
  if (!model) return Fail(ErrorKind::kConfig, model.error().message);
  problem.model = std::move(*model);
  auto tree = sim::FullTree(settings.entries, settings.size_ratio, settings.levels, merge_policy);
  if (!tree) return Fail(ErrorKind::kConfig, tree.error().message);
  problem.allocation.tree = std::move(*tree);
  problem.allocation.budget_bits = settings.bits_per_key * problem.allocation.tree.entries();
  problem.allocation.model = problem.model.get();
  problem.allocation.size_ratio = settings.size_ratio;
  problem.allocation.merge_policy = merge_policy;
  problem.allocation.existing.per_missing = existing_per_missing;
  return LaddersOf(problem);
}

std::string Command(const Settings& settings, double existing_per_missing) {
  const auto policies = sim::AllocationPolicies();
  std::string policy(policies[settings.baseline].name);
  if (settings.policy != settings.baseline) {
    policy += fmt::format(",{}", policies[settings.policy].name);
  }
  std::string command = fmt::format(
      "bitladder allocate --entries {} --size-ratio {} --levels {} --merge-policy {} "
      "--bits-per-key {} --filter {} --policy {}",
      settings.entries, settings.size_ratio, settings.levels,
      kMergePolicies[settings.merge_policy].name, settings.bits_per_key,
      sim::FprModelNames()[settings.filter], policy);
  if (existing_per_missing > 0) {
    command += fmt::format(" --existing-per-missing {}", existing_per_missing);
  }
  return command;
}

JsonObject Answer(const Settings& settings) {
  const double nu = settings.existing_fraction / (1 - settings.existing_fraction);
  JsonObject answer = {{"command", Json(Command(settings, nu))}};
  const sim::MergePolicy merge_policy =
      kMergePolicies[settings.merge_policy].make(settings.size_ratio);
  const Result<std::vector<Ladder>> ladders = Solve(settings, merge_policy, nu);
  if (!ladders) {
    answer.push_back({"error", Json(ladders.error().message)});
    return answer;
  }
  answer.push_back({"text", Json(LaddersAsText(*ladders))});
  answer.push_back({"json", Json(LaddersAsJson(*ladders))});
  const std::optional<double> bits = ladders->back().bits_for_first_cost;
  answer.push_back({"bits_for_first_cost", bits ? Json(*bits) : Json()});
  return answer;
}

JsonObject Catalog() {
  JsonArray merge_policies;
  for (const NamedMergePolicy& policy : kMergePolicies) merge_policies.emplace_back(policy.name);
  JsonArray filters;
  for (const std::string_view name : sim::FprModelNames()) filters.emplace_back(name);
  JsonArray policies;
  for (const sim::AllocationPolicy& policy : sim::AllocationPolicies()) {
    policies.push_back(JsonObject{{"name", Json(policy.name)},
                                  {"summary", Json(policy.summary)},
                                  {"source", Json(policy.source)}});
  }
  return {{"merge_policies", Json(std::move(merge_policies))},
          {"filters", Json(std::move(filters))},
          {"policies", Json(std::move(policies))}};
}

char* TextForCaller(JsonObject object) {
  const std::string text = WriteJson(Json(std::move(object)));
  char* copy = new char[text.size() + 1];
  std::memcpy(copy, text.c_str(), text.size() + 1);
  return copy;
}

}  // namespace
}  // namespace bitladder::experiments

extern "C" {

// {"merge_policies": [names], "filters": [names], "policies": [{name, summary, source}]}
[[clang::export_name("play_catalog")]] char* play_catalog() {
  return bitladder::experiments::TextForCaller(bitladder::experiments::Catalog());
}

// The ladders of a full tree by a baseline and another policy: {"command": what to type for the
// same, "text" and "json": what that prints, "bits_for_first_cost": the memory at which the last
// policy costs what the first does, or null}; or {"command", "error"}. Names are places in the
// catalog's lists. existing_fraction is in [0, 1).
[[clang::export_name("play_ladders")]] char* play_ladders(double entries, int size_ratio,
                                                          int levels, unsigned merge_policy,
                                                          double bits_per_key, unsigned filter,
                                                          double existing_fraction,
                                                          unsigned baseline, unsigned policy) {
  bitladder::experiments::Settings settings;
  settings.entries = entries;
  settings.size_ratio = size_ratio;
  settings.levels = levels;
  settings.merge_policy = merge_policy;
  settings.bits_per_key = bits_per_key;
  settings.filter = filter;
  settings.existing_fraction = existing_fraction;
  settings.baseline = baseline;
  settings.policy = policy;
  return bitladder::experiments::TextForCaller(bitladder::experiments::Answer(settings));
}

[[clang::export_name("play_free")]] void play_free(char* text) { delete[] text; }
}
