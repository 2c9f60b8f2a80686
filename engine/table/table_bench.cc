// What a lookup in one table costs beside its physical bounds: a pread of a cached page, a copy of
// a page out of a mapping, a checksum of a page. Four entries of 16 + 992 bytes a block; keys are
// drawn at random, so every data block but those of the cache runs comes from the page cache.
#include <benchmark/benchmark.h>

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "engine/check.h"
#include "engine/io/crc32c.h"
#include "engine/io/file_system.h"
#include "engine/table/block_cache.h"
#include "engine/table/table_for_test.h"

namespace bitladder::engine {
namespace {

constexpr std::uint64_t kEntries = 40000;
constexpr std::size_t kValueBytes = 992;

// A table in a directory of its own, gone when the program ends.
class BenchTable {
 public:
  BenchTable() {
    std::string pattern = (std::filesystem::current_path() / "bitladder_bench_XXXXXX").string();
    ENGINE_CHECK(::mkdtemp(pattern.data()) != nullptr, 0, 0);
    directory_ = pattern;
    std::vector<TestEntry> entries;
    for (std::uint64_t i = 0; i < kEntries; ++i) {
      entries.push_back({NumberedKey(i), i + 1, ValueType::kValue, NoiseValue(kValueBytes, i)});
    }
    WriteTable(PosixFileSystem(), path(), entries);
  }
  ~BenchTable() { std::filesystem::remove_all(directory_); }
  std::string path() const { return directory_ + "/table"; }

 private:
  std::string directory_;
};

const BenchTable& Shared() {
  static const BenchTable table;
  return table;
}

std::uint64_t NextNumber(std::uint64_t* state) {
  *state = *state * 6364136223846793005ULL + 1442695040888963407ULL;
  return (*state >> 33) % kEntries;
}

void GetEveryTime(benchmark::State& state, ReadMode mode, const ReadOptions& options,
                  BlockCache* cache) {
  const auto table = TableReader::Open(PosixFileSystem(), Shared().path(), mode, options, cache);
  if (!table) return state.SkipWithError(table.error().message.c_str());
  std::uint64_t random = 1;
  std::uint64_t found = 0;
  std::string value;
  for (std::uint64_t i = 0; i < kEntries; i += 4) {  // warms the caches
    static_cast<void>((*table)->Get(NumberedKey(i), {}, kMaxSequence, nullptr, &value));
  }
  for (auto _ : state) {
    const std::string key = NumberedKey(NextNumber(&random));
    const auto probe = (*table)->Get(key, HashUserKey(key), kMaxSequence, nullptr, &value);
    found += probe->outcome == ProbeOutcome::kFound && value.size() == kValueBytes;
  }
  ENGINE_CHECK(found == static_cast<std::uint64_t>(state.iterations()), found, state.iterations());
}

void BM_GetBuffered(benchmark::State& state) { GetEveryTime(state, ReadMode::kBuffered, {}, {}); }
BENCHMARK(BM_GetBuffered);
void BM_GetBufferedUnverified(benchmark::State& state) {
  GetEveryTime(state, ReadMode::kBuffered, {.verify_checksums = false}, nullptr);
}
BENCHMARK(BM_GetBufferedUnverified);
void BM_GetMapped(benchmark::State& state) { GetEveryTime(state, ReadMode::kMmap, {}, nullptr); }
BENCHMARK(BM_GetMapped);
void BM_GetDirect(benchmark::State& state) { GetEveryTime(state, ReadMode::kDirect, {}, nullptr); }
BENCHMARK(BM_GetDirect);
void BM_GetCached(benchmark::State& state) {
  BlockCache cache(kEntries * 2048);
  GetEveryTime(state, ReadMode::kBuffered, {}, &cache);
}
BENCHMARK(BM_GetCached);

// The bounds.
void BM_PreadOfACachedPage(benchmark::State& state) {
  const auto file = PosixFileSystem().OpenRandomAccess(Shared().path(), ReadMode::kBuffered);
  std::uint64_t random = 1;
  std::uint64_t bytes = 0;
  std::string page(4096, '\0');
  for (auto _ : state) {
    const std::uint64_t offset = NextNumber(&random) / 4 * 4096;
    bytes += (*file)->Read(offset, page.size(), page.data())->size();
  }
  ENGINE_CHECK(bytes == 4096 * static_cast<std::uint64_t>(state.iterations()), bytes, 0);
}
BENCHMARK(BM_PreadOfACachedPage);
void BM_Crc32cOfAPage(benchmark::State& state) {
  const std::string page = NoiseValue(4096, 1);
  std::uint32_t crc = 0;
  for (auto _ : state) benchmark::DoNotOptimize(crc = Crc32c(page));
  ENGINE_CHECK(crc == Crc32c(page.substr(2000), Crc32c(page.substr(0, 2000))), crc, 0);
  state.SetBytesProcessed(state.iterations() * 4096);
}
BENCHMARK(BM_Crc32cOfAPage);

void BM_WriteTable(benchmark::State& state) {
  MemoryFileSystem memory;
  std::vector<TestEntry> entries;
  for (std::uint64_t i = 0; i < 4000; ++i) {
    entries.push_back({NumberedKey(i), i + 1, ValueType::kValue, NoiseValue(kValueBytes, i)});
  }
  std::uint64_t blocks = 0;
  for (auto _ : state) blocks = WriteTable(memory, "/t", entries).data_blocks;
  ENGINE_CHECK(blocks == 1000, blocks, 1000);
  state.SetBytesProcessed(state.iterations() * 4000 * 1008);
}
BENCHMARK(BM_WriteTable);

void BM_IterateTable(benchmark::State& state) {
  const auto table = TableReader::Open(PosixFileSystem(), Shared().path(), ReadMode::kBuffered, {});
  const auto read_ahead = static_cast<std::uint64_t>(state.range(0));
  std::uint64_t entries = 0;
  for (auto _ : state) {
    const auto cursor = (*table)->NewIterator(read_ahead);
    entries = 0;
    for (cursor->SeekToFirst(); cursor->Valid(); cursor->Next()) ++entries;
  }
  ENGINE_CHECK(entries == kEntries, entries, kEntries);
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(kEntries) * 1008);
}
BENCHMARK(BM_IterateTable)->Arg(0)->Arg(262144)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace bitladder::engine

BENCHMARK_MAIN();
