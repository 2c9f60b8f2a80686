// How long a frozen store takes to get other filters: Store::AssignFilters, from the key hashes
// beside its tables, on one thread.
//
//   store_bench [--keys=N[,N...]] [Google Benchmark's flags]
//
// Three runs of 1, 9 and 90 % of the keys, 10 bits a key. Times are of one assignment. Each
// benchmark asserts that the hashes were read once, and nothing but their footer again, and that
// the filters in force give the answers of filters built over the same keys directly.
#include <benchmark/benchmark.h>
#include <fmt/format.h>
#include <stdlib.h>

#include <charconv>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/check.h"
#include "engine/io/read_counters.h"
#include "engine/store/store.h"
#include "engine/table/table_keys.h"

namespace bitladder::engine {
namespace {

constexpr FilterKind kKinds[] = {FilterKind::kBloom, FilterKind::kLevelDbBloom,
                                 FilterKind::kBlockedBloom, FilterKind::kRibbon,
                                 FilterKind::kBinaryFuse};
constexpr std::uint64_t kAbsentProbes = 100'000;
constexpr int kRuns = 3;

std::string Key(std::uint64_t number) { return fmt::format("user{:012}", number); }

// Of each hundred keys one lies in run 0, nine in run 1, the others in run 2.
int RunOf(std::uint64_t number) {
  const std::uint64_t place = number % 100;
  return place == 0 ? 0 : place < 10 ? 1 : 2;
}

// The keys of one run, ascending, with empty values: filters do not ask for values.
class RunSource final : public SortedSource {
 public:
  RunSource(std::uint64_t keys, int run) : keys_(keys), run_(run) {}
  bool Next(std::string_view* key, std::string_view* value) override {
    while (next_ < keys_ && RunOf(next_) != run_) ++next_;
    if (next_ == keys_) return false;
    key_ = Key(next_++);
    *key = key_;
    *value = {};
    return true;
  }

 private:
  std::uint64_t keys_;
  int run_;
  std::uint64_t next_ = 0;
  std::string key_;
};

// A store of `keys` keys on the real disk, its reads counted; gone with the object.
class BenchStore {
 public:
  explicit BenchStore(std::uint64_t keys) : keys_(keys) {
    std::string pattern = (std::filesystem::current_path() / "bitladder_bench_XXXXXX").string();
    ENGINE_CHECK(::mkdtemp(pattern.data()) != nullptr, 0, 0);
    directory_ = pattern;
    StoreOptions options;
    options.file_system = file_system_.get();
    options.size_ratio = 10;
    auto opened = Store::Open(options, directory_ + "/store");
    ENGINE_CHECK(opened.has_value(), keys, 0);
    store_ = *std::move(opened);
    for (int run = kRuns - 1; run >= 0; --run) {
      RunSource source(keys, run);
      const bool loaded = store_->BulkLoadRun(run + 1, 1, source).has_value();
      ENGINE_CHECK(loaded, keys, run);
    }
  }
  ~BenchStore() {
    store_.reset();
    std::filesystem::remove_all(directory_);
  }
  Store& store() { return *store_; }
  std::uint64_t keys() const { return keys_; }
  std::uint64_t read_bytes() const { return counters_.Snapshot().read_bytes; }
  // Of the files that keep the key hashes beside the tables.
  std::uint64_t hashes_bytes() const {
    std::uint64_t sum = 0;
    for (const auto& entry : std::filesystem::directory_iterator(directory_ + "/store")) {
      if (entry.path().extension() == ".hashes") sum += entry.file_size();
    }
    return sum;
  }

 private:
  std::uint64_t keys_;
  std::string directory_;
  ReadCounters counters_;
  std::unique_ptr<FileSystem> file_system_ = NewCountingPosixFileSystem(&counters_);
  std::unique_ptr<Store> store_;
};

BenchStore& StoreOf(std::uint64_t keys) {
  static std::unique_ptr<BenchStore> current;
  if (current == nullptr || current->keys() != keys) {
    current.reset();
    current = std::make_unique<BenchStore>(keys);
  }
  return *current;
}

// Maybes of absent keys, by run.
using Maybes = std::vector<std::uint64_t>;

Maybes MaybesOf(const Store& store, std::uint64_t keys) {
  Maybes sum(kRuns);
  std::vector<std::uint8_t> maybe;
  for (std::uint64_t i = 0; i < kAbsentProbes; ++i) {
    store.ProbeFilters(Key(keys + i), &maybe);
    for (std::size_t run = 0; run < kRuns; ++run) sum[run] += maybe[run];
  }
  return sum;
}

// The same from filters built over the keys themselves, without a store.
const Maybes& ExpectedMaybes(std::uint64_t keys, const FilterSpec& spec) {
  static std::map<std::pair<std::uint64_t, FilterKind>, Maybes> known;
  Maybes& sum = known[{keys, spec.kind}];
  if (!sum.empty()) return sum;
  sum.resize(kRuns);
  for (int run = 0; run < kRuns; ++run) {
    std::vector<KeyHash> hashes;
    for (std::uint64_t i = 0; i < keys; ++i) {
      if (RunOf(i) == run) hashes.push_back(HashUserKey(Key(i)));
    }
    const auto filter = *OpenFilter(spec.kind, BuildFilter(spec, hashes));
    for (std::uint64_t i = 0; i < kAbsentProbes; ++i) {  // a few keys may get no filter at all
      const bool maybe = filter == nullptr || filter->MayContain(HashUserKey(Key(keys + i)));
      sum[static_cast<std::size_t>(run)] += maybe ? 1 : 0;
    }
  }
  return sum;
}

void AssignFilters(benchmark::State& state, FilterKind kind, std::uint64_t keys) {
  BenchStore& bench = StoreOf(keys);
  const FilterSpec spec{kind, 10 * 1024};
  const std::vector<FilterSpec> by_run(kRuns, spec);
  const std::uint64_t bytes_before = bench.read_bytes();
  for (auto _ : state) {
    const bool assigned = bench.store().AssignFilters(by_run).has_value();
    ENGINE_CHECK(assigned, keys, static_cast<int>(kind));
  }
  const std::uint64_t bytes = bench.read_bytes() - bytes_before;
  const auto assignments = static_cast<std::uint64_t>(state.iterations());
  const std::uint64_t least = assignments * bench.hashes_bytes();
  ENGINE_CHECK(bytes >= least, bytes, least);
  ENGINE_CHECK(bytes <= least + assignments * kRuns * kHashesFooterBytes, bytes, least);
  const Maybes found = MaybesOf(bench.store(), keys);
  const Maybes& expected = ExpectedMaybes(keys, spec);
  std::uint64_t bits = 0;
  for (std::size_t run = 0; run < kRuns; ++run) {
    ENGINE_CHECK(found[run] == expected[run], found[run], expected[run]);
    bits += bench.store().runs()[run].filter_bits;
  }
  state.counters["bits_per_key"] = static_cast<double>(bits) / static_cast<double>(keys);
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(keys));
}

// "--keys=1,2,3" off the arguments; empty when it is not there or malformed.
std::vector<std::uint64_t> TakeSizes(int* argc, char** argv) {
  constexpr std::string_view kName = "--keys=";
  std::vector<std::uint64_t> sizes;
  int kept = 1;
  for (int i = 1; i < *argc; ++i) {
    const std::string_view argument(argv[i]);
    if (!argument.starts_with(kName)) {
      argv[kept++] = argv[i];
      continue;
    }
    const char* end = argument.data() + argument.size();
    for (const char* next = argument.data() + kName.size(); next < end;) {
      std::uint64_t size = 0;
      const auto [rest, error] = std::from_chars(next, end, size);
      if (error != std::errc() || size < 100) return {};
      sizes.push_back(size);
      next = rest + 1;
    }
  }
  *argc = kept;
  return sizes;
}

int Main(int argc, char** argv) {
  std::vector<std::uint64_t> sizes = TakeSizes(&argc, argv);
  if (sizes.empty()) sizes = {10'000'000};
  for (const std::uint64_t keys : sizes) {
    for (const FilterKind kind : kKinds) {
      const std::string name = fmt::format("assign/{}/keys:{}", FilterKindName(kind), keys);
      benchmark::RegisterBenchmark(name.c_str(), [=](benchmark::State& state) {
        AssignFilters(state, kind, keys);
      })->Unit(benchmark::kMillisecond);
    }
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
