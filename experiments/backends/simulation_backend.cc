#include "experiments/backends/simulation_backend.h"

#include <fmt/format.h>

#include <cstddef>
#include <utility>
#include <vector>

#include "experiments/predict/filter_planning.h"
#include "experiments/predict/grown_runs.h"
#include "experiments/predict/target_masses.h"
#include "experiments/workload/random_stream.h"
#include "sim/simulate/monte_carlo.h"

namespace bitladder::experiments {
namespace {

// The same filters on the same dataset are the same in every point and repetition.
std::uint64_t FilterSeed(const Point& point, const FilterPlan& filters) {
  std::string bits = filters.kind;
  for (const PlannedFilter& run : filters.runs) bits += fmt::format(" {}", run.bits_per_key_1024);
  return RandomStream(point.config.seed_data, "drawn filters", {point.dataset_id, bits}).Next();
}

std::uint64_t LookupSeed(const Point& point, std::string_view name) {
  return RandomStream(point.config.seed_lookups, name, {point.id, fmt::to_string(point.repetition)})
      .Next();
}

// Sequential runs are disjoint in key space: an absent key lies between two keys of one run, and
// run j has n_j - 1 such gaps.
std::vector<double> GapShares(const LoadedTree& tree) {
  const auto gaps = static_cast<double>(tree.entries() - tree.runs.size());
  std::vector<double> shares;
  for (const LoadedRun& run : tree.runs) {
    shares.push_back(static_cast<double>(run.entries - 1) / gaps);
  }
  return shares;
}

Result<sim::MonteCarloProblem> ProblemOf(const Point& point, const LoadedTree& tree,
                                         const FilterPlan& filters, std::uint64_t lookups) {
  const auto model = ModelOf(point.config.filters);
  if (!model) return tl::unexpected(model.error());
  sim::MonteCarloProblem problem;
  for (std::size_t j = 0; j < tree.runs.size(); ++j) {
    const auto entries = static_cast<double>(tree.runs[j].entries);
    problem.tree.runs.push_back({tree.runs[j].level, tree.runs[j].run, entries});
    problem.filters.push_back(
        (*model)->Expect(filters.runs[j].bits_per_key_1024 / 1024.0, entries));
  }
  if (point.config.tree.load_order == "sequential") problem.absent_mass = GapShares(tree);
  for (const TargetMass& target : TargetMasses(point.config, tree)) {
    problem.target_mass.push_back(target.mass);
  }
  problem.lookups = lookups;
  problem.existing_fraction = point.config.workload.existing_fraction;
  problem.seed_data = FilterSeed(point, filters);
  problem.seed_lookups = LookupSeed(point, "lookups");
  return problem;
}

ObservedRun RunSeen(const sim::MonteCarloRun& run, const PlannedFilter& filter) {
  ObservedRun seen;
  seen.filter_bits = filter.spent_bits;
  if (filter.spent_bits > 0) seen.fpr_from_filter = run.fpr;
  seen.filter_probes = run.probes;
  seen.false_positives = run.false_positives;
  seen.true_positives = run.true_positives;
  seen.fence_rejections = run.fence_rejections;
  seen.block_reads = run.false_positives - run.fence_rejections + run.true_positives;
  return seen;
}

Observation Seen(sim::MonteCarloResult result, const FilterPlan& filters) {
  Observation seen;
  seen.simulated = true;
  seen.lookups = result.lookups;
  seen.found = result.found;
  seen.wasted_block_accesses = result.wasted_ios;
  seen.wasted_ios = result.wasted_ios;
  seen.ios_per_lookup_histogram = std::move(result.wasted_ios_histogram);
  for (std::size_t j = 0; j < result.runs.size(); ++j) {
    const ObservedRun run = RunSeen(result.runs[j], filters.runs[j]);
    seen.block_reads += run.block_reads;
    seen.filter_probes += run.filter_probes + run.true_positives;
    seen.fence_rejections += run.fence_rejections;
    seen.runs.push_back(run);
  }
  return seen;
}

class SimulatedDataset final : public Dataset {
 public:
  explicit SimulatedDataset(LoadedTree tree) : tree_(std::move(tree)) {}

  const LoadedTree& tree() const override { return tree_; }

  Result<std::optional<Observation>> Observe(const Point& point, const FilterPlan& filters,
                                             std::uint64_t lookups) override {
    Result<sim::MonteCarloProblem> problem = ProblemOf(point, tree_, filters, lookups);
    if (!problem) return tl::unexpected(problem.error());
    auto drawn = sim::SimulateLookups(*problem);
    if (!drawn) return Fail(ErrorKind::kRun, "simulation: " + drawn.error().message);
    Observation seen = Seen(*std::move(drawn), filters);
    if (Status audited = AddAudit(point, *std::move(problem), &seen); !audited) {
      return tl::unexpected(audited.error());
    }
    return seen;
  }

 private:
  // Absent keys against the same filters, fences aside.
  static Status AddAudit(const Point& point, sim::MonteCarloProblem problem, Observation* seen) {
    problem.lookups = point.config.workload.filter_audit_probes;
    if (problem.lookups == 0) return {};
    problem.existing_fraction = 0;
    problem.seed_lookups = LookupSeed(point, "filter audit");
    const auto drawn = sim::SimulateLookups(problem);
    if (!drawn) return Fail(ErrorKind::kRun, "simulation: " + drawn.error().message);
    for (std::size_t j = 0; j < seen->runs.size(); ++j) {
      seen->runs[j].audit_probes = drawn->runs[j].probes;
      seen->runs[j].audit_false_positives = drawn->runs[j].false_positives;
    }
    return {};
  }

  LoadedTree tree_;
};

}  // namespace

Result<std::unique_ptr<Dataset>> SimulationBackend::Load(const Point& point,
                                                         const std::string& /*directory*/) {
  Result<LoadedTree> tree = GrownRuns(point.config.tree);
  if (!tree) return tl::unexpected(tree.error());
  return std::make_unique<SimulatedDataset>(*std::move(tree));
}

}  // namespace bitladder::experiments
