// Errata about LevelDB's filter, shown on its own bytes.
#include <fmt/format.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/filter/filter.h"
#include "engine/filter/leveldb_bloom.h"
#include "experiments/errata/erratum.h"

namespace bitladder::experiments {
namespace {

constexpr std::uint32_t kOneBit = 1024;  // of FilterSpec's units

std::vector<engine::KeyHash> Hashes(std::string_view prefix, int first, int count) {
  std::vector<engine::KeyHash> hashes;
  for (int i = first; i < first + count; ++i) {
    hashes.push_back(engine::HashUserKey(fmt::format("{}{:012}", prefix, i)));
  }
  return hashes;
}

// Whether all of the k probes at h + i (h >> 17) + i^2 find their bit set.
bool AsTheArticleProbes(std::string_view bytes, std::uint32_t hash) {
  const auto bits = static_cast<std::uint32_t>(8 * (bytes.size() - 1));
  const auto probes = static_cast<std::uint32_t>(static_cast<unsigned char>(bytes.back()));
  for (std::uint32_t i = 0; i < probes; ++i) {
    const std::uint32_t position = (hash + i * (hash >> 17) + i * i) % bits;
    if ((static_cast<unsigned char>(bytes[position / 8]) >> (position % 8) & 1) == 0) return false;
  }
  return true;
}

// Share of `hashes` for which `maybe` holds, in percent.
template <class Maybe>
double Percent(const std::vector<engine::KeyHash>& hashes, const Maybe& maybe) {
  int count = 0;
  for (const engine::KeyHash& hash : hashes) count += maybe(hash.leveldb) ? 1 : 0;
  return 100.0 * count / static_cast<double>(hashes.size());
}

}  // namespace

Erratum LevelDbProbes() {
  Erratum erratum;
  erratum.title = "Where the probes of LevelDB's filter go";
  erratum.says =
      "A popular article has them at h + i (h >> 17) + i^2. LevelDB turns h by 17 bits, delta = "
      "(h >> 17) | (h << 15), and adds delta for each further probe. Filters of 10 000 keys, "
      "written as LevelDB writes them, asked for the keys in them and for 100 000 others.";
  erratum.header = {"bits per key", "keys found, LevelDB's probes, %", "keys found, article's, %",
                    "others found, LevelDB's, %"};
  const std::vector<engine::KeyHash> keys = Hashes("k", 0, 10'000);
  const std::vector<engine::KeyHash> others = Hashes("k", 10'000, 100'000);
  for (const std::uint32_t bits_per_key : {5u, 10u, 16u}) {
    const std::string bytes = engine::BuildLevelDbBloom(bits_per_key * kOneBit, keys);
    const auto right = [&](std::uint32_t hash) {
      return engine::LevelDbBloomMayContain(bytes, hash);
    };
    const auto wrong = [&](std::uint32_t hash) { return AsTheArticleProbes(bytes, hash); };
    erratum.rows.push_back({fmt::format("{}", bits_per_key),
                            fmt::format("{:.2f}", Percent(keys, right)),
                            fmt::format("{:.2f}", Percent(keys, wrong)),
                            fmt::format("{:.2f}", Percent(others, right))});
  }
  erratum.shows =
      "A reader that probes as the article says denies nearly every key that is there: only the "
      "first probe is common to both.";
  return erratum;
}

Erratum LevelDbSmallFilters() {
  Erratum erratum;
  erratum.title = "LevelDB's bits per key under entries of 1 KB";
  erratum.says =
      "Stock LevelDB builds a filter for every 2 KiB of data with at least 64 bits. A data block "
      "of 4 KiB holds 3 or 4 such entries and has one filter, so the option changes the bits "
      "only from 16 or more bits per key on. The model means one filter a run. Measured over "
      "20 000 filters of 4 keys and one of 80 000, 5 other keys for each key.";
  erratum.header = {"bits per key asked", "taken, 4 keys a filter", "rate, %",
                    "taken, a filter a run", "rate, %"};
  constexpr int kFilters = 20'000;
  constexpr int kKeys = 4;
  constexpr int kProbes = 5 * kKeys;
  const std::vector<engine::KeyHash> all = Hashes("k", 0, kFilters * kKeys);
  const std::vector<engine::KeyHash> others = Hashes("o", 0, kFilters * kProbes);
  for (const std::uint32_t asked : {1u, 2u, 5u, 8u, 10u, 12u, 16u, 20u}) {
    int maybes = 0;
    for (int f = 0; f < kFilters; ++f) {
      const std::string bytes = engine::BuildLevelDbBloom(
          asked * kOneBit, std::span(all).subspan(static_cast<std::size_t>(f) * kKeys, kKeys));
      for (int i = 0; i < kProbes; ++i) {
        const engine::KeyHash& other = others[static_cast<std::size_t>(f) * kProbes + i];
        maybes += engine::LevelDbBloomMayContain(bytes, other.leveldb) ? 1 : 0;
      }
    }
    const std::string run = engine::BuildLevelDbBloom(asked * kOneBit, all);
    const double run_rate = Percent(
        others, [&](std::uint32_t hash) { return engine::LevelDbBloomMayContain(run, hash); });
    const auto taken = [&](std::uint64_t keys) {
      return static_cast<double>(engine::LevelDbBloomBits(keys, asked * kOneBit)) /
             static_cast<double>(keys);
    };
    erratum.rows.push_back({fmt::format("{}", asked), fmt::format("{:.2f}", taken(kKeys)),
                            fmt::format("{:.3f}", 100.0 * maybes / (kFilters * kProbes)),
                            fmt::format("{:.2f}", taken(all.size())),
                            fmt::format("{:.3f}", run_rate)});
  }
  erratum.shows =
      "Up to 16 bits per key the small filters take 16 whatever is asked. What changes is the "
      "number "
      "of probes, which the option sets too: asked for 16 they do worse than asked for 5.";
  return erratum;
}

}  // namespace bitladder::experiments
