// How fast the exact optimum is: a million runs are meant to take under 0.5 s on a core. The
// physical bound is the sort and one logarithm and one exponential a run; reading the input once is
// 16 bytes a run.
#include <benchmark/benchmark.h>

#include <cmath>
#include <cstdint>
#include <vector>

#include "sim/allocate/monkey.h"
#include "sim/check.h"

namespace bitladder::sim {
namespace {

void BM_SolveMonkey(benchmark::State& state) {
  std::vector<double> entries;
  std::vector<double> weights;
  double total = 0;
  std::uint64_t word = 1;
  for (std::int64_t j = 0; j < state.range(0); ++j) {
    word = word * 6364136223846793005u + 1442695040888963407u;
    entries.push_back(100.0 + static_cast<double>(word >> 40));
    weights.push_back(1.0 + static_cast<double>((word >> 20) & 1023));
    total += entries.back();
  }
  MonkeyOptimum optimum;
  for (auto _ : state) {
    optimum = SolveMonkey(entries, weights, 8 * total);
    benchmark::DoNotOptimize(optimum);
  }
  SIM_CHECK(std::abs(optimum.spent_bits / (8 * total) - 1) < 1e-9, optimum.spent_bits, 8 * total);
  SIM_CHECK(optimum.certificate.worst_deviation < 1e-9, optimum.certificate.worst_deviation, 0);
  state.SetBytesProcessed(state.iterations() * state.range(0) * 16);
}
BENCHMARK(BM_SolveMonkey)->Arg(1000)->Arg(1000000)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace bitladder::sim

BENCHMARK_MAIN();
