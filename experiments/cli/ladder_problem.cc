#include "experiments/cli/ladder_problem.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <string_view>
#include <utility>

#include "experiments/cli/number_text.h"
#include "experiments/config/nearest_name.h"
#include "sim/tree/tree_shape.h"

namespace bitladder::experiments {
namespace {

constexpr double kMaxEntries = 1e15;
constexpr double kMaxRunsPerLevel = 1000;
constexpr double kMaxLevels = 64;

// These read T, K and Z and not only the runs.
constexpr std::string_view kReadsSizeRatio[] = {"monkey_closed_form", "monkey_asymptotic",
                                                "monkey_general", "monkey_general_closed_form"};

tl::unexpected<Error> Wrong(std::string message) {
  return Fail(ErrorKind::kConfig, std::move(message));
}

template <class T>
Result<T> FromSim(sim::Result<T> result) {
  if (!result) return Wrong(result.error().message);
  return std::move(*result);
}

// A tree with the size ratio and merge policy that closed forms read.
struct FlaggedTree {
  sim::TreeShape shape;
  int size_ratio = 0;  // 0: not known
  sim::MergePolicy merge_policy;
};

Result<sim::MergePolicy> MergePolicyFromText(const std::string& text, int size_ratio) {
  if (text == "leveling") return sim::Leveling();
  if (text == "tiering") return sim::Tiering(size_ratio);
  if (text == "lazy_leveling") return sim::LazyLeveling(size_ratio);
  const Result<std::vector<double>> runs =
      WholesFromText("--merge-policy", text, 1, size_ratio - 1);
  if (!runs || runs->size() != 2) {
    return Wrong(
        fmt::format("--merge-policy: \"{}\" is not allowed; expected leveling, tiering, "
                    "lazy_leveling or K,Z from 1 to T-1 = {}",
                    text, size_ratio - 1));
  }
  return sim::MergePolicy{static_cast<int>((*runs)[0]), static_cast<int>((*runs)[1])};
}

Result<FlaggedTree> DesignedTree(const LadderFlags& flags) {
  if (!flags.runs_per_level.empty()) {
    return Wrong("--runs-per-level needs --entries-per-level; a designed tree has --merge-policy");
  }
  if (flags.size_ratio.empty() || flags.levels.empty()) {
    return Wrong("--entries needs --size-ratio and --levels, e.g. --size-ratio 10 --levels 4");
  }
  const Result<double> entries = WholeFromText("--entries", flags.entries, 1, kMaxEntries);
  if (!entries) return tl::unexpected<Error>(entries.error());
  const Result<double> ratio = WholeFromText("--size-ratio", flags.size_ratio, 2, 1000);
  if (!ratio) return tl::unexpected<Error>(ratio.error());
  const Result<double> levels = WholeFromText("--levels", flags.levels, 1, kMaxLevels);
  if (!levels) return tl::unexpected<Error>(levels.error());

  FlaggedTree tree;
  tree.size_ratio = static_cast<int>(*ratio);
  const Result<sim::MergePolicy> policy = MergePolicyFromText(flags.merge_policy, tree.size_ratio);
  if (!policy) return tl::unexpected<Error>(policy.error());
  tree.merge_policy = *policy;
  Result<sim::TreeShape> shape = FromSim(
      sim::FullTree(*entries, tree.size_ratio, static_cast<int>(*levels), tree.merge_policy));
  if (!shape) return tl::unexpected<Error>(shape.error());
  tree.shape = std::move(*shape);
  return tree;
}

// T where every level is the same whole number of times the one before; 0 otherwise.
int CommonRatio(const std::vector<double>& entries) {
  if (entries.size() < 2 || entries[0] <= 0) return 0;
  const double ratio = entries[1] / entries[0];
  if (ratio < 2 || ratio > 1000 || std::floor(ratio) != ratio) return 0;
  for (std::size_t i = 1; i < entries.size(); ++i) {
    if (entries[i] != ratio * entries[i - 1]) return 0;
  }
  return static_cast<int>(ratio);
}

Result<FlaggedTree> ListedTree(const LadderFlags& flags) {
  if (!flags.entries.empty() || !flags.levels.empty()) {
    return Wrong("--entries and --levels describe a designed tree; --entries-per-level lists one");
  }
  const Result<std::vector<double>> entries =
      WholesFromText("--entries-per-level", flags.entries_per_level, 0, kMaxEntries);
  if (!entries) return tl::unexpected<Error>(entries.error());
  if (static_cast<double>(entries->size()) > kMaxLevels) {
    return Wrong(fmt::format("--entries-per-level: {} levels; at most {} are allowed",
                             entries->size(), kMaxLevels));
  }
  std::vector<int> runs(entries->size(), 1);
  if (!flags.runs_per_level.empty()) {
    const Result<std::vector<double>> given =
        WholesFromText("--runs-per-level", flags.runs_per_level, 1, kMaxRunsPerLevel);
    if (!given) return tl::unexpected<Error>(given.error());
    if (given->size() != runs.size()) {
      return Wrong(fmt::format("--runs-per-level: {} levels, but {} in --entries-per-level",
                               given->size(), runs.size()));
    }
    std::transform(given->begin(), given->end(), runs.begin(),
                   [](double n) { return static_cast<int>(n); });
  }
  FlaggedTree tree;
  tree.size_ratio = CommonRatio(*entries);
  if (!flags.size_ratio.empty()) {
    const Result<double> ratio = WholeFromText("--size-ratio", flags.size_ratio, 2, 1000);
    if (!ratio) return tl::unexpected<Error>(ratio.error());
    tree.size_ratio = static_cast<int>(*ratio);
  }
  tree.merge_policy.last_runs = runs.back();
  tree.merge_policy.inner_runs = *std::max_element(runs.begin(), runs.end() - (runs.size() > 1));
  Result<sim::TreeShape> shape = FromSim(sim::TreeFromLevels(*entries, runs));
  if (!shape) return tl::unexpected<Error>(shape.error());
  tree.shape = std::move(*shape);
  return tree;
}

Result<FlaggedTree> TreeFromFlags(const LadderFlags& flags) {
  if (!flags.entries_per_level.empty()) return ListedTree(flags);
  if (!flags.entries.empty()) return DesignedTree(flags);
  return Wrong(
      "a tree is missing: give --entries-per-level, or --entries, --size-ratio and "
      "--levels");
}

Result<double> BudgetFromFlags(const LadderFlags& flags, double entries) {
  if (flags.bits_per_key.empty() == flags.memory_bits.empty()) {
    return Wrong("the budget: give one of --bits-per-key and --memory-bits");
  }
  if (!flags.memory_bits.empty()) {
    return NumberFromText("--memory-bits", flags.memory_bits, 0, 1e18);
  }
  const Result<double> bits = NumberFromText("--bits-per-key", flags.bits_per_key, 0, 128);
  if (!bits) {
    return Wrong(bits.error().message + "; a total belongs into --memory-bits");
  }
  return *bits * entries;
}

// Level prices to run prices, newest run first.
Result<std::vector<double>> WeightsFromFlags(const LadderFlags& flags,
                                             const sim::TreeShape& shape) {
  if (flags.weights.empty()) return std::vector<double>();
  const Result<std::vector<double>> levels = NumbersFromText("--weights", flags.weights, 0, 1e9);
  if (!levels) return tl::unexpected<Error>(levels.error());
  if (static_cast<int>(levels->size()) != shape.levels()) {
    return Wrong(
        fmt::format("--weights: {} levels, but the tree has {}", levels->size(), shape.levels()));
  }
  std::vector<double> weights;
  for (const sim::Run& run : shape.runs) {
    weights.push_back((*levels)[static_cast<std::size_t>(run.level) - 1]);
  }
  return weights;
}

Result<sim::AllocationProblem> AllocationFromFlags(const LadderFlags& flags, FlaggedTree tree) {
  sim::AllocationProblem problem;
  problem.tree = std::move(tree.shape);
  const Result<double> budget = BudgetFromFlags(flags, problem.tree.entries());
  if (!budget) return tl::unexpected<Error>(budget.error());
  problem.budget_bits = *budget;
  Result<std::vector<double>> weights = WeightsFromFlags(flags, problem.tree);
  if (!weights) return tl::unexpected<Error>(weights.error());
  problem.weights = std::move(*weights);
  problem.size_ratio = std::max(2, tree.size_ratio);
  problem.merge_policy = tree.merge_policy;
  if (!flags.existing_per_missing.empty()) {
    const Result<double> nu =
        NumberFromText("--existing-per-missing", flags.existing_per_missing, 0, 1e9);
    if (!nu) return tl::unexpected<Error>(nu.error());
    if (*nu > 0 && !problem.weights.empty()) {
      return Wrong("--weights and --existing-per-missing both price the runs; give one of them");
    }
    problem.existing.per_missing = *nu;
  }
  if (!flags.bits_per_level.empty()) {
    Result<std::vector<double>> bits =
        NumbersFromText("--bits-per-level", flags.bits_per_level, 0, 128);
    if (!bits) return tl::unexpected<Error>(bits.error());
    problem.explicit_bits = std::move(*bits);
  }
  return problem;
}

Result<std::vector<std::string>> PoliciesFromFlags(const LadderFlags& flags, int size_ratio) {
  std::vector<std::string_view> known;
  for (const sim::AllocationPolicy& policy : sim::AllocationPolicies()) {
    known.push_back(policy.name);
  }
  std::vector<std::string> policies = SplitAtCommas(flags.policies);
  std::set<std::string> seen;
  for (const std::string& policy : policies) {
    if (std::find(known.begin(), known.end(), policy) == known.end()) {
      const std::string_view nearest = NearestName(policy, known);
      return Wrong(fmt::format("--policy: \"{}\" is unknown; {}expected some of {}", policy,
                               nearest.empty() ? "" : fmt::format("did you mean {}? ", nearest),
                               fmt::join(known, ", ")));
    }
    if (!seen.insert(policy).second) {
      return Wrong(fmt::format("--policy: {} stands twice", policy));
    }
    const auto* reads = std::find(std::begin(kReadsSizeRatio), std::end(kReadsSizeRatio), policy);
    if (size_ratio == 0 && reads != std::end(kReadsSizeRatio)) {
      return Wrong(
          fmt::format("--policy {} reads the size ratio, and these levels have no common "
                      "one; give --size-ratio",
                      policy));
    }
  }
  return policies;
}

}  // namespace

Result<LadderProblem> ProblemFromFlags(const LadderFlags& flags) {
  Result<FlaggedTree> tree = TreeFromFlags(flags);
  if (!tree) return tl::unexpected<Error>(tree.error());
  Result<std::vector<std::string>> policies = PoliciesFromFlags(flags, tree->size_ratio);
  if (!policies) return tl::unexpected<Error>(policies.error());
  sim::Result<std::unique_ptr<sim::FprModel>> model = sim::MakeFprModel(flags.filter);
  if (!model) return Wrong(fmt::format("--filter: {}", model.error().message));
  Result<sim::AllocationProblem> allocation = AllocationFromFlags(flags, std::move(*tree));
  if (!allocation) return tl::unexpected<Error>(allocation.error());

  LadderProblem problem = {std::move(*policies), std::move(*model), std::move(*allocation)};
  problem.allocation.model = problem.model.get();
  return problem;
}

Result<std::vector<Ladder>> MakeLadders(const LadderFlags& flags) {
  const Result<LadderProblem> problem = ProblemFromFlags(flags);
  if (!problem) return tl::unexpected<Error>(problem.error());
  return LaddersOf(*problem);
}

}  // namespace bitladder::experiments
