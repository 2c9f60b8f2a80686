// What one point of a rate curve costs. Allocations ask for thousands of points a run, so closed
// forms should take some ten nanoseconds (two exponentials and two logarithms) and the exact chains
// of small filters microseconds.
#include <benchmark/benchmark.h>

#include <string>

#include "sim/check.h"
#include "sim/filter/fpr_model.h"

namespace bitladder::sim {
namespace {

void CurvePoint(benchmark::State& state, std::string_view kind, double entries) {
  const auto model = MakeFprModel(kind).value();
  double bits_per_key = 10, sum = 0;
  for (auto _ : state) {
    const double rate = model->Fpr(bits_per_key, entries);
    sum += rate;
    bits_per_key += 1e-9;
  }
  const double mean = sum / static_cast<double>(state.iterations());
  SIM_CHECK(mean > 0 && mean <= 1, mean, entries);
}

void RegisterAll() {
  for (const std::string_view kind : FprModelNames()) {
    for (const double entries : {1e3, 1e7}) {
      const std::string name =
          "CurvePoint/" + std::string(kind) + (entries < 1e4 ? "/small" : "/large");
      benchmark::RegisterBenchmark(name.c_str(), CurvePoint, kind, entries);
    }
  }
}

}  // namespace
}  // namespace bitladder::sim

int main(int argc, char** argv) {
  bitladder::sim::RegisterAll();
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
}
