// What a negative probe and the construction of a filter cost, beside one random cache-line access
// in memory of the same size and, where their development packages are installed, LevelDB's and
// RocksDB's Bloom filters.
//
//   filter_bench [--keys=N[,N...]] [--bits=B] [Google Benchmark's flags]
//
// Keys are 16-byte strings. probe/... and build/... hash each key, as the engines' interfaces do;
// hashed/... and build_hashed/... start from the hash, as lookups and filter changes in a store of
// many runs do. Times are of one key. Each benchmark asserts that whole passes over the absent keys
// find what a plain pass found, or that each build gives the same bytes.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/check.h"
#include "engine/filter/arithmetic.h"
#include "engine/filter/bench_keys.h"
#include "engine/filter/bench_rivals.h"
#include "engine/filter/filter.h"
#include "engine/filter/filter_bytes.h"

namespace bitladder::engine {
namespace {

constexpr std::size_t kBatch = 32;
constexpr FilterKind kKinds[] = {FilterKind::kBloom, FilterKind::kLevelDbBloom,
                                 FilterKind::kBlockedBloom, FilterKind::kRibbon,
                                 FilterKind::kBinaryFuse};

struct Setting {
  std::uint64_t keys = 0;
  int bits_per_key = 10;
  FilterSpec SpecOf(FilterKind kind) const {
    return {.kind = kind, .bits_per_key_1024 = static_cast<std::uint32_t>(bits_per_key) * 1024};
  }
};

// The hash that a lookup needs for one kind alone, as the rivals compute one.
KeyHash HashFor(FilterKind kind, const KeyBytes& key) {
  return kind == FilterKind::kLevelDbBloom ? KeyHash{.leveldb = LevelDbHash(View(key))}
                                           : KeyHash{.wide = WideHash(View(key))};
}

// One filter of each sort is kept at a time, so that 10^8 keys fit in memory: benchmarks run in
// order of filter. `positives` is how many absent keys a plain pass found.
struct OurFilter {
  FilterKind kind;
  std::uint64_t keys;
  std::unique_ptr<FilterReader> reader;
  std::uint64_t positives;
};

const OurFilter& OurFilterOf(FilterKind kind, const Setting& setting) {
  static std::unique_ptr<OurFilter> current;
  if (current && current->kind == kind && current->keys == setting.keys) return *current;
  current.reset();
  auto reader = *OpenFilter(kind, BuildFilter(setting.SpecOf(kind), PresentHashes(setting.keys)));
  std::uint64_t positives = 0;
  for (const KeyHash& hash : AbsentHashes()) positives += reader->MayContain(hash);
  current =
      std::make_unique<OurFilter>(OurFilter{kind, setting.keys, std::move(reader), positives});
  return *current;
}

struct BuiltRival {
  std::string_view name;
  std::uint64_t keys;
  std::unique_ptr<RivalFilter> filter;
  std::uint64_t positives;
};

const BuiltRival& BuiltRivalOf(const Rival& rival, const Setting& setting) {
  static std::unique_ptr<BuiltRival> current;
  if (current && current->name == rival.name && current->keys == setting.keys) return *current;
  current.reset();
  auto filter = rival.make(setting.bits_per_key);
  filter->Build(PresentKeys(setting.keys));
  std::uint64_t positives = 0;
  for (const KeyBytes& key : AbsentKeys()) positives += filter->MayContain(View(key));
  current = std::make_unique<BuiltRival>(
      BuiltRival{rival.name, setting.keys, std::move(filter), positives});
  return *current;
}

// `probe(i)` answers how many of the `step` absent keys from number i on may be contained.
template <class Probe>
void RunProbes(benchmark::State& state, std::size_t step, std::uint64_t positives, Probe probe) {
  std::size_t next = 0;
  std::uint64_t found = 0;
  while (state.KeepRunningBatch(static_cast<benchmark::IterationCount>(step))) {
    found += static_cast<std::uint64_t>(probe(next));
    next += step;
    if (next < kAbsentKeys) continue;
    ENGINE_CHECK(found == positives, found, positives);
    next = 0;
    found = 0;
  }
  benchmark::DoNotOptimize(found);
}

void ReportRate(benchmark::State& state, const Setting& setting, std::uint64_t positives,
                std::uint64_t filter_bits) {
  state.counters["fpr"] = static_cast<double>(positives) / static_cast<double>(kAbsentKeys);
  state.counters["bits_per_key"] =
      static_cast<double>(filter_bits) / static_cast<double>(setting.keys);
}

void ProbeOurs(benchmark::State& state, FilterKind kind, const Setting& setting, bool hashed,
               std::size_t step) {
  const OurFilter& filter = OurFilterOf(kind, setting);
  const FilterReader& reader = *filter.reader;
  const std::vector<KeyBytes>& keys = AbsentKeys();
  const std::vector<KeyHash>& hashes = AbsentHashes();
  if (step == 1 && hashed) {
    RunProbes(state, 1, filter.positives,
              [&](std::size_t i) { return reader.MayContain(hashes[i]) ? 1 : 0; });
  } else if (step == 1) {
    RunProbes(state, 1, filter.positives,
              [&](std::size_t i) { return reader.MayContain(HashFor(kind, keys[i])) ? 1 : 0; });
  } else if (hashed) {
    RunProbes(state, kBatch, filter.positives, [&](std::size_t i) {
      return std::popcount(reader.MayContainBatch({&hashes[i], kBatch}));
    });
  } else {
    RunProbes(state, kBatch, filter.positives, [&](std::size_t i) {
      std::array<KeyHash, kBatch> batch;
      for (std::size_t j = 0; j < kBatch; ++j) batch[j] = HashFor(kind, keys[i + j]);
      return std::popcount(reader.MayContainBatch(batch));
    });
  }
  ReportRate(state, setting, filter.positives, reader.filter_bits());
}

void ProbeRival(benchmark::State& state, const Rival& rival, const Setting& setting,
                std::size_t step) {
  const BuiltRival& built = BuiltRivalOf(rival, setting);
  const std::vector<KeyBytes>& keys = AbsentKeys();
  if (step == 1) {
    RunProbes(state, 1, built.positives,
              [&](std::size_t i) { return built.filter->MayContain(View(keys[i])) ? 1 : 0; });
  } else {
    RunProbes(state, kBatch, built.positives, [&](std::size_t i) {
      return built.filter->CountMaybe({&keys[i], kBatch});
    });
  }
  ReportRate(state, setting, built.positives, built.filter->filter_bits());
}

// Construction: from hashes, as the store does it, or from keys, as the rivals' interfaces do. The
// bytes must come out the same each time.
void BuildOurs(benchmark::State& state, FilterKind kind, const Setting& setting, bool hashed) {
  const std::vector<KeyHash>& hashes = PresentHashes(setting.keys);
  std::uint64_t checksum = 0;
  while (state.KeepRunningBatch(static_cast<benchmark::IterationCount>(setting.keys))) {
    std::string filter;
    if (hashed) {
      filter = BuildFilter(setting.SpecOf(kind), hashes);
    } else {
      std::vector<KeyHash> fresh;
      fresh.reserve(setting.keys);
      for (const KeyBytes& key : PresentKeys(setting.keys)) fresh.push_back(HashFor(kind, key));
      filter = BuildFilter(setting.SpecOf(kind), fresh);
    }
    state.PauseTiming();
    const std::uint64_t sum = WideHash(filter);
    ENGINE_CHECK(checksum == 0 || sum == checksum, sum, checksum);
    checksum = sum;
    state.ResumeTiming();
  }
}

void BuildRival(benchmark::State& state, const Rival& rival, const Setting& setting) {
  const std::vector<KeyBytes>& keys = PresentKeys(setting.keys);
  const std::unique_ptr<RivalFilter> filter = rival.make(setting.bits_per_key);
  while (state.KeepRunningBatch(static_cast<benchmark::IterationCount>(setting.keys))) {
    filter->Build(keys);
    benchmark::DoNotOptimize(filter->filter_bits());
  }
}

// The physical bound: one load from a random line of as much memory as the filter takes, addresses
// known beforehand, so that accesses overlap as far as the machine lets them.
void RandomLine(benchmark::State& state, const Setting& setting) {
  constexpr std::uint64_t kLineBytes = 64;
  const std::uint64_t lines = std::max<std::uint64_t>(
      1, setting.keys * static_cast<std::uint64_t>(setting.bits_per_key) / 512);
  AlignedBytes memory(lines * kLineBytes);
  std::memset(memory.data(), 1, memory.size());
  const std::vector<KeyHash>& hashes = AbsentHashes();
  RunProbes(state, 1, kAbsentKeys, [&](std::size_t i) {
    return memory.data()[kLineBytes * MulHi64(hashes[i].wide, lines)];
  });
}

void RegisterAll(const Setting& setting) {
  const auto add = [&](std::string name, auto function) {
    benchmark::RegisterBenchmark((name + "/keys:" + std::to_string(setting.keys)).c_str(),
                                 function);
  };
  add("random_line", [=](benchmark::State& state) { RandomLine(state, setting); });
  for (const FilterKind kind : kKinds) {
    const std::string name(FilterKindName(kind));
    for (const std::size_t step : {std::size_t{1}, kBatch}) {
      const std::string how = step == 1 ? "/single" : "/batch";
      add("probe/" + name + how,
          [=](benchmark::State& state) { ProbeOurs(state, kind, setting, false, step); });
      add("hashed/" + name + how,
          [=](benchmark::State& state) { ProbeOurs(state, kind, setting, true, step); });
    }
    add("build/" + name, [=](benchmark::State& state) { BuildOurs(state, kind, setting, false); });
    add("build_hashed/" + name,
        [=](benchmark::State& state) { BuildOurs(state, kind, setting, true); });
  }
  for (const Rival& rival : Rivals()) {
    const std::string name(rival.name);
    add("probe/" + name + "/single",
        [=](benchmark::State& state) { ProbeRival(state, rival, setting, 1); });
    add("probe/" + name + "/batch",
        [=](benchmark::State& state) { ProbeRival(state, rival, setting, kBatch); });
    add("build/" + name, [=](benchmark::State& state) { BuildRival(state, rival, setting); });
  }
}

// Takes "--name=1,2,3" off the arguments; empty when it is not there or malformed.
std::vector<std::uint64_t> TakeNumbers(std::string_view name, int* argc, char** argv) {
  std::vector<std::uint64_t> numbers;
  int kept = 1;
  for (int i = 1; i < *argc; ++i) {
    const std::string_view argument(argv[i]);
    if (!argument.starts_with(name)) {
      argv[kept++] = argv[i];
      continue;
    }
    const char* next = argument.data() + name.size();
    const char* end = argument.data() + argument.size();
    while (next < end) {
      std::uint64_t number = 0;
      const auto [rest, error] = std::from_chars(next, end, number);
      if (error != std::errc() || number == 0) return {};
      numbers.push_back(number);
      next = rest + 1;
    }
  }
  *argc = kept;
  return numbers;
}

int Main(int argc, char** argv) {
  std::vector<std::uint64_t> sizes = TakeNumbers("--keys=", &argc, argv);
  const std::vector<std::uint64_t> bits = TakeNumbers("--bits=", &argc, argv);
  if (sizes.empty()) sizes = {100'000, 10'000'000};
  for (const std::uint64_t keys : sizes) {
    RegisterAll({.keys = keys, .bits_per_key = bits.empty() ? 10 : static_cast<int>(bits.front())});
  }
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  return 0;
}

}  // namespace
}  // namespace bitladder::engine

int main(int argc, char** argv) { return bitladder::engine::Main(argc, argv); }
