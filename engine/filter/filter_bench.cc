// What a negative probe and the construction of a filter cost, beside one random cache-line access
// in memory of the same size and, where their development packages are installed, LevelDB's and
// RocksDB's Bloom filters.
//
//   filter_bench [--keys=N[,N...]] [--bits=B] [Google Benchmark's flags]
//
// Keys are 16-byte strings. probe/... hashes each key, as the engines' interfaces do; hashed/...
// starts from the hash, as a lookup in a store of many runs does. Times are of one key. Each
// benchmark asserts that whole passes over the absent keys find what a plain pass found.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/check.h"
#include "engine/filter/arithmetic.h"
#include "engine/filter/bench_rivals.h"
#include "engine/filter/filter.h"
#include "engine/filter/filter_bytes.h"

namespace bitladder::engine {
namespace {

constexpr std::size_t kBatch = 32;
constexpr std::size_t kAbsent = std::size_t{1} << 20;  // 16 MB of keys, read in order
constexpr FilterKind kKinds[] = {FilterKind::kBloom, FilterKind::kLevelDbBloom,
                                 FilterKind::kBlockedBloom, FilterKind::kRibbon,
                                 FilterKind::kBinaryFuse};

// Key number `i` of stream 0 (in the filter) or 1 (absent).
KeyBytes MakeKey(std::uint64_t stream, std::uint64_t i) {
  const std::array<std::uint64_t, 2> words = {Mix64(i), stream};
  KeyBytes key;
  std::memcpy(key.data(), words.data(), sizeof(words));
  return key;
}

// The hash that a lookup needs for one kind alone, as the rivals compute one.
KeyHash HashFor(FilterKind kind, std::string_view key) {
  return kind == FilterKind::kLevelDbBloom ? KeyHash{.leveldb = LevelDbHash(key)}
                                           : KeyHash{.wide = WideHash(key)};
}

struct AbsentKeys {
  std::vector<KeyBytes> keys;
  std::vector<KeyHash> hashes;
};

const AbsentKeys& Absent() {
  static const AbsentKeys absent = [] {
    AbsentKeys made;
    for (std::uint64_t i = 0; i < kAbsent; ++i) made.keys.push_back(MakeKey(1, i));
    for (const KeyBytes& key : made.keys) made.hashes.push_back(HashUserKey(View(key)));
    return made;
  }();
  return absent;
}

struct Setting {
  std::uint64_t keys = 0;
  int bits_per_key = 10;
};

// One filter at a time is kept, so that 10^8 keys fit in memory: benchmarks run in order of filter.
class OurFilter {
 public:
  static const OurFilter& Of(FilterKind kind, const Setting& setting) {
    static std::unique_ptr<OurFilter> current;
    if (!current || current->kind_ != kind || current->keys_ != setting.keys) {
      current.reset();
      current = std::make_unique<OurFilter>(kind, setting);
    }
    return *current;
  }

  OurFilter(FilterKind kind, const Setting& setting) : kind_(kind), keys_(setting.keys) {
    reader_ = *OpenFilter(kind, BuildFilter(SpecOf(kind, setting), HashesOf(setting.keys)));
    for (const KeyHash& hash : Absent().hashes) positives_ += reader_->MayContain(hash);
  }

  static FilterSpec SpecOf(FilterKind kind, const Setting& setting) {
    return {.kind = kind,
            .bits_per_key_1024 = static_cast<std::uint32_t>(setting.bits_per_key) * 1024};
  }
  static const std::vector<KeyHash>& HashesOf(std::uint64_t keys) {
    static std::vector<KeyHash> hashes;
    if (hashes.size() != keys) {
      hashes.resize(keys);
      for (std::uint64_t i = 0; i < keys; ++i) hashes[i] = HashUserKey(View(MakeKey(0, i)));
    }
    return hashes;
  }

  const FilterReader& reader() const { return *reader_; }
  std::uint64_t positives() const { return positives_; }

 private:
  FilterKind kind_;
  std::uint64_t keys_;
  std::unique_ptr<FilterReader> reader_;
  std::uint64_t positives_ = 0;
};

class BuiltRival {
 public:
  static const BuiltRival& Of(const Rival& rival, const Setting& setting) {
    static std::unique_ptr<BuiltRival> current;
    if (!current || current->name_ != rival.name || current->keys_ != setting.keys) {
      current.reset();
      current = std::make_unique<BuiltRival>(rival, setting);
    }
    return *current;
  }

  BuiltRival(const Rival& rival, const Setting& setting)
      : name_(rival.name), keys_(setting.keys), filter_(rival.make(setting.bits_per_key)) {
    filter_->Build(KeysOf(setting.keys));
    for (const KeyBytes& key : Absent().keys) positives_ += filter_->MayContain(View(key));
  }

  static const std::vector<KeyBytes>& KeysOf(std::uint64_t count) {
    static std::vector<KeyBytes> keys;
    if (keys.size() != count) {
      keys.resize(count);
      for (std::uint64_t i = 0; i < count; ++i) keys[i] = MakeKey(0, i);
    }
    return keys;
  }

  const RivalFilter& filter() const { return *filter_; }
  std::uint64_t positives() const { return positives_; }

 private:
  std::string_view name_;
  std::uint64_t keys_;
  std::unique_ptr<RivalFilter> filter_;
  std::uint64_t positives_ = 0;
};

// `probe(i)` answers how many of the `step` absent keys from number i on may be contained.
template <class Probe>
void RunProbes(benchmark::State& state, std::size_t step, std::uint64_t positives, Probe probe) {
  std::size_t next = 0;
  std::uint64_t found = 0;
  while (state.KeepRunningBatch(static_cast<benchmark::IterationCount>(step))) {
    found += static_cast<std::uint64_t>(probe(next));
    next += step;
    if (next < kAbsent) continue;
    ENGINE_CHECK(found == positives, found, positives);
    next = 0;
    found = 0;
  }
  benchmark::DoNotOptimize(found);
}

void ProbeOurs(benchmark::State& state, FilterKind kind, const Setting& setting, bool hashed,
               std::size_t step) {
  const OurFilter& filter = OurFilter::Of(kind, setting);
  const FilterReader& reader = filter.reader();
  const AbsentKeys& absent = Absent();
  if (step == 1 && hashed) {
    RunProbes(state, 1, filter.positives(),
              [&](std::size_t i) { return reader.MayContain(absent.hashes[i]) ? 1 : 0; });
  } else if (step == 1) {
    RunProbes(state, 1, filter.positives(), [&](std::size_t i) {
      return reader.MayContain(HashFor(kind, View(absent.keys[i]))) ? 1 : 0;
    });
  } else if (hashed) {
    RunProbes(state, kBatch, filter.positives(), [&](std::size_t i) {
      return std::popcount(reader.MayContainBatch({&absent.hashes[i], kBatch}));
    });
  } else {
    RunProbes(state, kBatch, filter.positives(), [&](std::size_t i) {
      std::array<KeyHash, kBatch> hashes;
      for (std::size_t j = 0; j < kBatch; ++j) hashes[j] = HashFor(kind, View(absent.keys[i + j]));
      return std::popcount(reader.MayContainBatch(hashes));
    });
  }
  state.counters["fpr"] = static_cast<double>(filter.positives()) / static_cast<double>(kAbsent);
  state.counters["bits_per_key"] =
      static_cast<double>(reader.filter_bits()) / static_cast<double>(setting.keys);
}

void ProbeRival(benchmark::State& state, const Rival& rival, const Setting& setting,
                std::size_t step) {
  const BuiltRival& built = BuiltRival::Of(rival, setting);
  const AbsentKeys& absent = Absent();
  if (step == 1) {
    RunProbes(state, 1, built.positives(), [&](std::size_t i) {
      return built.filter().MayContain(View(absent.keys[i])) ? 1 : 0;
    });
  } else {
    RunProbes(state, kBatch, built.positives(), [&](std::size_t i) {
      return built.filter().CountMaybe({&absent.keys[i], kBatch});
    });
  }
  state.counters["fpr"] = static_cast<double>(built.positives()) / static_cast<double>(kAbsent);
  state.counters["bits_per_key"] =
      static_cast<double>(built.filter().filter_bits()) / static_cast<double>(setting.keys);
}

// Construction from hashes, as the store does it. Times of one key.
void BuildOurs(benchmark::State& state, FilterKind kind, const Setting& setting) {
  const std::vector<KeyHash>& hashes = OurFilter::HashesOf(setting.keys);
  std::optional<std::size_t> bytes;
  while (state.KeepRunningBatch(static_cast<benchmark::IterationCount>(setting.keys))) {
    const std::string filter = BuildFilter(OurFilter::SpecOf(kind, setting), hashes);
    ENGINE_CHECK(filter.size() == bytes.value_or(filter.size()), filter.size(), *bytes);
    bytes = filter.size();
  }
}

void BuildRival(benchmark::State& state, const Rival& rival, const Setting& setting) {
  const std::vector<KeyBytes>& keys = BuiltRival::KeysOf(setting.keys);
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
  const std::vector<KeyHash>& hashes = Absent().hashes;
  RunProbes(state, 1, kAbsent, [&](std::size_t i) {
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
    add("build/" + name, [=](benchmark::State& state) { BuildOurs(state, kind, setting); });
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
