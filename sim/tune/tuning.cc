#include "sim/tune/tuning.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace bitladder::sim {
namespace {

std::vector<MergePolicy> PoliciesOf(PolicySpace space, int size_ratio) {
  const int most = size_ratio - 1;
  std::vector<MergePolicy> policies;
  if (space == PolicySpace::kFluid) {
    for (int inner = 1; inner <= most; ++inner) {
      for (int last = 1; last <= most; ++last) policies.push_back({inner, last});
    }
    return policies;
  }
  policies.push_back(Leveling());
  if (most == 1) return policies;  // all three are one at T = 2
  if (space == PolicySpace::kLazyLevelingToo) policies.push_back(LazyLeveling(size_ratio));
  policies.push_back(Tiering(size_ratio));
  return policies;
}

// The best number of levels for this size ratio and policy.
TunedDesign BestBuffer(const TuningProblem& problem, int size_ratio, const MergePolicy& policy) {
  const double t = size_ratio;
  const double least = BlockBytes(problem);
  const double data_bytes = problem.entries * problem.entry_bytes;
  std::optional<TunedDesign> best;
  for (double buffer = data_bytes * (t - 1) / t / t;; buffer /= t) {
    const bool last = buffer <= least;
    if (!last && buffer > problem.memory_bytes) continue;
    const TunedDesign tuned = CostOfDesign(problem, size_ratio, policy, std::max(buffer, least));
    if (!best || tuned.average_cost < best->average_cost) best = tuned;
    if (last) return *best;
  }
}

}  // namespace

Result<Tuning> TuneExhaustively(const TuningProblem& problem) {
  if (auto ok = Validate(problem); !ok) return tl::unexpected(ok.error());
  Tuning tuning;
  for (int size_ratio = kMinSizeRatio; size_ratio <= problem.max_size_ratio; ++size_ratio) {
    for (const MergePolicy& policy : PoliciesOf(problem.policies, size_ratio)) {
      tuning.designs.push_back(BestBuffer(problem, size_ratio, policy));
    }
  }
  std::stable_sort(
      tuning.designs.begin(), tuning.designs.end(),
      [](const TunedDesign& a, const TunedDesign& b) { return a.average_cost < b.average_cost; });
  return tuning;
}

}  // namespace bitladder::sim
