#include "experiments/backends/engine_options.h"

#include <utility>

#include "experiments/config/entry_size.h"
#include "experiments/predict/filter_planning.h"

namespace bitladder::experiments {

tl::unexpected<Error> FailedInStore(const engine::Error& error) {
  return Fail(ErrorKind::kRun, error.message);
}

engine::StoreOptions OptionsForLoading(const ExperimentConfig& config,
                                       engine::FileSystem& file_system) {
  engine::StoreOptions options;
  options.file_system = &file_system;
  // A whole number of entries, so that theory and store agree on how many a buffer holds.
  options.buffer_bytes = BufferEntries(config.tree) * EntryBytes(config.tree);
  options.size_ratio = config.tree.size_ratio;
  const sim::MergePolicy policy = MergePolicyOf(config.tree);
  options.merge_policy = {policy.inner_runs, policy.last_runs};
  options.table.block_bytes = config.storage.block_bytes;
  options.table.block_align = config.storage.block_align;
  options.table.compression = config.storage.compression == "snappy" ? engine::Compression::kSnappy
                                                                     : engine::Compression::kNone;
  options.sync = engine::SyncMode::kNoLog;
  return options;
}

engine::StoreOptions OptionsForReading(const ExperimentConfig& config,
                                       engine::FileSystem& file_system) {
  engine::StoreOptions options = OptionsForLoading(config, file_system);
  options.read_mode = config.storage.io == "direct" ? engine::ReadMode::kDirect
                      : config.storage.io == "mmap" ? engine::ReadMode::kMmap
                                                    : engine::ReadMode::kBuffered;
  options.block_cache_bytes = config.storage.block_cache_bytes;
  options.create_if_missing = false;
  options.read_only = true;
  return options;
}

engine::StoreOptions OptionsForUpdating(const ExperimentConfig& config,
                                        engine::FileSystem& file_system,
                                        engine::FilterChooser choose) {
  engine::StoreOptions options = OptionsForReading(config, file_system);
  options.read_only = false;
  options.filter_at_creation = std::move(choose);
  return options;
}

KeySpace KeySpaceOf(const ExperimentConfig& config) {
  const bool sequential = config.tree.load_order == "sequential";
  return KeySpace({.seed = config.seed_data,
                   .key_bytes = config.tree.key_bytes,
                   .value_bytes = config.tree.value_bytes,
                   .order = sequential ? LoadOrder::kSequential : LoadOrder::kRandom});
}

}  // namespace bitladder::experiments
