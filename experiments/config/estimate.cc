#include "experiments/config/estimate.h"

#include <algorithm>

#include "experiments/config/entry_size.h"

namespace bitladder::experiments {
namespace {

constexpr double kInternalKeyTrailerBytes = 8;
constexpr double kEntryHeaderBytes = 4;     // shared, unshared and value length, as varints
constexpr double kBlockOverheadBytes = 48;  // trailer, restart array of a 4 KiB block
constexpr double kIndexEntryBytes = 16;     // header and block handle beside the separator key
// A point's private copy of the dataset, which its updates enlarge and merge.
constexpr double kGrowthOfCopy = 3;
constexpr double kKeyHashBytes = 12;  // 64-bit and LevelDB's 32-bit hash

}  // namespace

ResourceEstimate EstimateResources(const ExperimentConfig& config) {
  ResourceEstimate estimate;
  if (config.backend == "model" || config.backend == "simulation") return estimate;
  const TreeConfig& tree = config.tree;
  const auto entries = static_cast<double>(tree.entries);
  const double stored_entry =
      tree.key_bytes + kInternalKeyTrailerBytes + tree.value_bytes + kEntryHeaderBytes;
  const double block = config.storage.block_bytes;
  const double entries_per_block =
      std::max(1.0, static_cast<double>(
                        static_cast<std::uint64_t>((block - kBlockOverheadBytes) / stored_entry)));
  const double blocks = entries / entries_per_block;
  // An entry longer than a block takes whole blocks of its own.
  const double block_file_bytes = std::max(block, stored_entry + kBlockOverheadBytes);
  const double index_bytes =
      blocks * (tree.key_bytes + kInternalKeyTrailerBytes + kIndexEntryBytes);
  const double hash_bytes = entries * kKeyHashBytes;
  const double filter_bytes = config.filters.memory_bytes > 0
                                  ? static_cast<double>(config.filters.memory_bytes)
                                  : entries * config.filters.bits_per_key / 8;
  const double disk = blocks * block_file_bytes + index_bytes + hash_bytes;
  const double memory = static_cast<double>(tree.buffer_bytes) + 2 * filter_bytes + index_bytes +
                        hash_bytes + static_cast<double>(config.storage.block_cache_bytes);
  estimate.disk_bytes = static_cast<std::uint64_t>(disk);
  const double copy = config.workload.updates_fraction > 0 ? kGrowthOfCopy * disk : 0;
  estimate.peak_disk_bytes =
      static_cast<std::uint64_t>(std::max(tree.loader == "insert" ? 2 * disk : disk, disk + copy));
  estimate.memory_bytes = static_cast<std::uint64_t>(memory);
  return estimate;
}

}  // namespace bitladder::experiments
