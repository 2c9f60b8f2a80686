#include "experiments/config/validate.h"

#include <fmt/format.h>

#include <cstddef>
#include <vector>

#include "experiments/config/entry_size.h"
#include "sim/tree/tree_growth.h"

namespace bitladder::experiments {
namespace {

constexpr std::uint64_t kMinBufferEntries = 16;
constexpr double kMaxBitsPerKey = 128;
constexpr std::uint32_t kSectorBytes = 512;
constexpr double kMostOtherOperations = 0.9999;  // ten thousand beside each point lookup

tl::unexpected<Error> Wrong(std::string message) {
  return Fail(ErrorKind::kConfig, std::move(message));
}

Status CheckTree(const ExperimentConfig& config) {
  const TreeConfig& tree = config.tree;
  if (BufferEntries(tree) < kMinBufferEntries) {
    return Wrong(fmt::format(
        "/tree/buffer_bytes: {} holds {} entries of {} bytes; at least {} must fit, so {} or more",
        tree.buffer_bytes, BufferEntries(tree), EntryBytes(tree), kMinBufferEntries,
        kMinBufferEntries * EntryBytes(tree)));
  }
  if (tree.merge_policy == "fluid") {
    const int most = tree.size_ratio - 1;
    if (tree.inner_runs > most) {
      return Wrong(
          fmt::format("/tree/merge_policy/inner_runs: {} is not allowed with size_ratio {}; "
                      "expected 1 to T-1 = {}",
                      tree.inner_runs, tree.size_ratio, most));
    }
    if (tree.last_runs > most) {
      return Wrong(
          fmt::format("/tree/merge_policy/last_runs: {} is not allowed with size_ratio {}; "
                      "expected 1 to T-1 = {}",
                      tree.last_runs, tree.size_ratio, most));
    }
  }
  return {};
}

sim::MergePolicy PolicyOf(const TreeConfig& tree) {
  if (tree.merge_policy == "leveling") return sim::Leveling();
  if (tree.merge_policy == "tiering") return sim::Tiering(tree.size_ratio);
  if (tree.merge_policy == "lazy_leveling") return sim::LazyLeveling(tree.size_ratio);
  return {tree.inner_runs, tree.last_runs};
}

// Level i holds a run where element i-1 says so.
Result<std::vector<bool>> LevelsOf(const TreeConfig& tree) {
  const auto grown =
      sim::GrownTree(tree.entries, BufferEntries(tree), tree.size_ratio, PolicyOf(tree));
  if (!grown) return Wrong(fmt::format("/tree: {}", grown.error().message));
  std::vector<bool> holds_run(static_cast<std::size_t>(grown->levels()));
  for (const sim::Run& run : grown->runs) holds_run[static_cast<std::size_t>(run.level - 1)] = true;
  return holds_run;
}

// What is given level by level has to fit the tree as it will be.
Status CheckLevels(const ExperimentConfig& config) {
  const bool is_explicit = config.filters.allocation == "explicit";
  const bool has_target = config.workload.distribution == "target_level";
  if (!is_explicit && !has_target) return {};
  const Result<std::vector<bool>> loaded = LevelsOf(config.tree);
  if (!loaded) return tl::unexpected<Error>(loaded.error());
  const int levels = static_cast<int>(loaded->size());
  const std::size_t given = config.filters.explicit_bits.size();
  if (is_explicit && given != static_cast<std::size_t>(levels)) {
    return Wrong(
        fmt::format("/filters/allocation/explicit: {} levels are given, but {} entries "
                    "through a buffer of {} make a tree of {}; give one number a level",
                    given, config.tree.entries, BufferEntries(config.tree), levels));
  }
  if (has_target && config.workload.distribution_parameter > levels) {
    return Wrong(
        fmt::format("/workload/distribution/target_level: {} is not allowed; the tree has "
                    "{} levels",
                    config.workload.distribution_parameter, levels));
  }
  const auto target = static_cast<std::size_t>(config.workload.distribution_parameter);
  if (has_target && !(*loaded)[target - 1]) {
    return Wrong(
        fmt::format("/workload/distribution/target_level: {} is not allowed; {} entries through "
                    "a buffer of {} leave that level empty",
                    target, config.tree.entries, BufferEntries(config.tree)));
  }
  return {};
}

Status CheckFilters(const ExperimentConfig& config) {
  const FiltersConfig& filters = config.filters;
  const bool builds_filters = config.backend != "model" && config.backend != "simulation";
  if (filters.kind == "ideal" && builds_filters) {
    return Wrong(
        fmt::format("/filters/kind: \"ideal\" cannot be built, and backend \"{}\" builds "
                    "filters; use backend \"model\" or \"simulation\", or another kind",
                    config.backend));
  }
  if (filters.layout == "block" && filters.kind != "leveldb_bloom") {
    return Wrong(
        fmt::format("/filters/layout: \"block\" is LevelDB's layout and needs kind "
                    "\"leveldb_bloom\", not \"{}\"; use layout \"run\"",
                    filters.kind));
  }
  const double bits_per_key =
      8.0 * static_cast<double>(filters.memory_bytes) / static_cast<double>(config.tree.entries);
  if (bits_per_key > kMaxBitsPerKey) {
    return Wrong(
        fmt::format("/filters/memory_bytes: {} is {:.6g} bits for each of {} entries; at "
                    "most {} bits per key are allowed, so {:.0f} bytes",
                    filters.memory_bytes, bits_per_key, config.tree.entries, kMaxBitsPerKey,
                    kMaxBitsPerKey / 8 * static_cast<double>(config.tree.entries)));
  }
  return {};
}

Status CheckWorkload(const ExperimentConfig& config) {
  const WorkloadConfig& workload = config.workload;
  const double other = workload.range_fraction + workload.updates_fraction;
  if (other > kMostOtherOperations) {
    return Wrong(
        fmt::format("/workload/range_fraction: {} and updates_fraction {} leave too few point "
                    "lookups; together they may be at most {}",
                    workload.range_fraction, workload.updates_fraction, kMostOtherOperations));
  }
  const bool needs_existing =
      workload.distribution == "temporality" || workload.distribution == "target_level";
  if (needs_existing && workload.existing_fraction == 0) {
    return Wrong(
        fmt::format("/workload/distribution: \"{}\" is about existing keys, and "
                    "existing_fraction is 0; give existing_fraction above 0",
                    workload.distribution));
  }
  const double parameter = workload.distribution_parameter;
  if (workload.distribution == "temporality" && !(parameter > 0 && parameter < 1)) {
    return Wrong(
        fmt::format("/workload/distribution/temporality: {} is not allowed; expected a number "
                    "above 0 and below 1, where 0.5 is uniform",
                    parameter));
  }
  if (workload.distribution == "target_level" && config.filters.assigned == "at_creation") {
    return Wrong(
        "/workload/distribution: \"target_level\" names a level that the tree may not have had "
        "when "
        "filters were assigned; use /filters/assigned \"after_load\"");
  }
  if (workload.distribution == "zipf" && config.tree.load_order == "sequential") {
    return Wrong(
        "/workload/distribution: \"zipf\" asks for the same absent keys again and again, and with "
        "load_order \"sequential\" they lie in single runs, which nothing predicts; use load_order "
        "\"random\"");
  }
  return {};
}

// The tree that grows under the lookups is predicted for new keys in random order alone.
Status CheckUpdates(const ExperimentConfig& config) {
  if (config.workload.updates_fraction == 0) return {};
  const auto refuse = [&](std::string_view pointer, std::string_view value, std::string_view why) {
    return Wrong(fmt::format("{}: \"{}\" is not allowed with updates_fraction {}: {}", pointer,
                             value, config.workload.updates_fraction, why));
  };
  if (config.tree.load_order != "random") {
    return refuse("/tree/load_order", config.tree.load_order,
                  "updates put new keys anywhere; use \"random\"");
  }
  if (config.workload.distribution != "uniform") {
    return refuse("/workload/distribution", config.workload.distribution,
                  "which run holds a popular key changes under the lookups; use \"uniform\"");
  }
  if (config.filters.allocation == "explicit") {
    return refuse("/filters/allocation", "explicit",
                  "the tree may gain a level that the list does not name; use a policy");
  }
  return {};
}

Status CheckStorage(const ExperimentConfig& config) {
  const StorageConfig& storage = config.storage;
  if (storage.block_align && storage.compression != "none") {
    return Wrong(
        fmt::format("/storage/block_align: padded blocks need compression \"none\", not "
                    "\"{}\"; set block_align to false",
                    storage.compression));
  }
  if (storage.io == "direct" && storage.block_bytes % kSectorBytes != 0) {
    return Wrong(
        fmt::format("/storage/block_bytes: {} is not a multiple of {}, which io \"direct\" "
                    "needs",
                    storage.block_bytes, kSectorBytes));
  }
  return {};
}

}  // namespace

Status CheckAcrossFields(const ExperimentConfig& config) {
  for (auto* check :
       {CheckTree, CheckLevels, CheckFilters, CheckWorkload, CheckUpdates, CheckStorage}) {
    const Status checked = check(config);
    if (!checked) return checked;
  }
  return {};
}

}  // namespace bitladder::experiments
