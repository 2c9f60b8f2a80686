// How long lookups against a tree of any size take: a million against 10^13 entries are meant to
// take under 2 s on a core. The physical bound is one logarithm for each false positive and one
// pass over two bytes for each lookup.
#include <benchmark/benchmark.h>

#include <cstdint>
#include <memory>

#include "sim/check.h"
#include "sim/filter/fpr_model.h"
#include "sim/simulate/monte_carlo.h"
#include "sim/tree/tree_growth.h"

namespace bitladder::sim {
namespace {

void BM_TenTrillionEntries(benchmark::State& state) {
  const auto model = MakeFprModel("bloom").value();
  std::uint64_t lookups = 0, wasted_ios = 0;
  for (auto _ : state) {
    const TreeShape tree = GrownTree(9999999999000, 1000, 10, Tiering(10)).value();
    MonteCarloProblem problem{.tree = tree,
                              .filters = {},
                              .lookups = static_cast<std::uint64_t>(state.range(0)),
                              .seed_lookups = lookups};
    for (const Run& run : tree.runs) problem.filters.push_back(model->Expect(5, run.entries));
    const MonteCarloResult result = SimulateLookups(problem).value();
    lookups += result.lookups;
    wasted_ios += result.wasted_ios;
  }
  // 90 runs at 0.092 each, with a standard error of 0.09 over 1000 lookups.
  const double mean = static_cast<double>(wasted_ios) / static_cast<double>(lookups);
  SIM_CHECK(mean > 7.5 && mean < 9, mean, lookups);
  state.counters["wasted_ios_per_lookup"] = mean;
  state.SetItemsProcessed(static_cast<std::int64_t>(lookups));
}
BENCHMARK(BM_TenTrillionEntries)->Arg(1000)->Arg(1000000)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace bitladder::sim

BENCHMARK_MAIN();
