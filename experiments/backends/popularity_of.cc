#include "experiments/backends/popularity_of.h"

#include <algorithm>

namespace bitladder::experiments {
namespace {

// Indices of the entries of a level's runs, which lie side by side.
IndexRange EntriesOfLevel(const LoadedTree& tree, int level) {
  IndexRange range;
  std::uint64_t end = tree.entries();
  for (const LoadedRun& run : tree.runs) {
    if (run.level == level && range.end == 0) range.end = end;
    end -= run.entries;
    if (run.level == level) range.first = end;
  }
  return range;
}

}  // namespace

Popularity PopularityOf(const ExperimentConfig& config, std::string_view point_id,
                        const LoadedTree& tree) {
  const WorkloadConfig& workload = config.workload;
  Popularity popularity;
  popularity.parameter = workload.distribution_parameter;
  if (workload.distribution == "zipf") {
    popularity.kind = Popularity::Kind::kZipf;
    popularity.entry_seed = config.seed_lookups;
    popularity.absent_seed =
        RandomStream(config.seed_lookups, "absent keys by rank", {point_id}).Next();
  } else if (workload.distribution == "temporality") {
    popularity.kind = Popularity::Kind::kTemporality;
  } else if (workload.distribution == "target_level") {
    popularity.targets = EntriesOfLevel(tree, static_cast<int>(workload.distribution_parameter));
  }
  return popularity;
}

}  // namespace bitladder::experiments
