// How fast closed-form points are: a design space of a million points is meant to take under 2 s on
// a core. The physical bound is the handful of exp, log and pow in a point, about 0.1 us together.
#include <benchmark/benchmark.h>

#include <cmath>

#include "sim/check.h"
#include "sim/cost/closed_form.h"

namespace bitladder::sim {
namespace {

constexpr int kPoints = 1000;

// `T` 2..21, L 1..10, h in 0.01..20, lazy leveling.
template <class Form>
void SweepPoints(benchmark::State& state, Form form) {
  double sum = 0;
  for (auto _ : state) {
    sum = 0;
    for (int i = 0; i < kPoints; ++i) {
      const int size_ratio = 2 + i % 20;
      const ClosedFormTree tree = {size_ratio, 1 + i / 100, size_ratio - 1.0, 1.0};
      sum += form(tree, 0.01 + 0.02 * i).cost();
    }
    benchmark::DoNotOptimize(sum);
  }
  // A tree without filters costs a read for each run, at most 19 * 9 + 1; every point costs
  // something.
  SIM_CHECK(sum > 0 && sum < kPoints * (19 * 9 + 1.0), sum, kPoints);
  state.counters["seconds_per_million"] = benchmark::Counter(
      kPoints * 1e-6, benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

void BM_MonkeyLimit(benchmark::State& state) { SweepPoints(state, MonkeyLimit); }
BENCHMARK(BM_MonkeyLimit);

void BM_MonkeyFinite(benchmark::State& state) { SweepPoints(state, MonkeyFinite); }
BENCHMARK(BM_MonkeyFinite);

}  // namespace
}  // namespace bitladder::sim

BENCHMARK_MAIN();
