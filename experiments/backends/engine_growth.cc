// Points whose updates change the tree that their lookups meet.
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "experiments/backends/engine_dataset.h"
#include "experiments/backends/engine_options.h"
#include "experiments/backends/observed_run.h"
#include "experiments/backends/operation_loop.h"
#include "experiments/backends/private_store.h"
#include "experiments/config/entry_size.h"

namespace bitladder::experiments {
namespace {

// Smallest and largest key of each flush to come. A run that a flush makes or joins spans at least
// these, so absent keys inside them meet no fence that rejects them.
std::vector<PlaceRange> RangesOfFlushes(const KeySpace& key_space, const TreeConfig& tree,
                                        std::size_t flushes) {
  std::vector<PlaceRange> ranges;
  std::uint64_t index = tree.entries;
  for (std::size_t flush = 0; flush < flushes; ++flush) {
    PlaceRange range{UINT64_MAX, 0};
    for (std::uint64_t i = 0; i < BufferEntries(tree); ++i) {
      const std::uint64_t place = key_space.PresentPlace(index++);
      range.smallest = std::min(range.smallest, place);
      range.largest = std::max(range.largest, place);
    }
    ranges.push_back(range);
  }
  return ranges;
}

// Every run that lived is in the counters, so they must agree with the lookups' own traces.
Status CheckCounters(const OperationLoopResult& done) {
  std::uint64_t searched = 0;
  std::uint64_t reads = 0;
  for (const auto& [file, run] : done.runs) {
    searched += run.false_positives - run.fence_rejections;
    reads += run.block_reads;
  }
  if (searched == done.lookups.wasted_block_accesses && reads == done.lookups.block_reads) {
    return {};
  }
  return Fail(
      ErrorKind::kRun,
      fmt::format("the store's counters and its traces differ: {} and {} wasted block "
                  "accesses, {} and {} block reads",
                  searched, done.lookups.wasted_block_accesses, reads, done.lookups.block_reads));
}

ObservedUpdates UpdatesSeen(const engine::Store& store, const ExperimentConfig& config,
                            const OperationMix& mix, OperationLoopResult& done) {
  const engine::StoreStatistics statistics = store.statistics();
  ObservedUpdates updates;
  updates.count = mix.updates;
  updates.flushes = statistics.flushes;
  updates.merges = statistics.merges;
  updates.entries_flushed = statistics.flushes * BufferEntries(config.tree);
  updates.entries_written = statistics.entries_written;
  updates.bytes_written = statistics.bytes_written;
  updates.merge_bytes_read = statistics.merge_bytes_read;
  updates.logical_bytes_flushed = updates.entries_flushed * EntryBytes(config.tree);
  updates.block_bytes = config.storage.block_bytes;
  updates.latency = SummarizeLatency(done.update_nanoseconds);
  return updates;
}

Observation Summarize(const std::vector<engine::RunInfo>& loaded, std::uint64_t lookups,
                      OperationLoopResult& done) {
  Observation seen;
  seen.lookups = lookups;
  seen.found = done.lookups.found;
  seen.found_in_buffer = done.lookups.found_in_buffer;
  seen.wasted_block_accesses = done.lookups.wasted_block_accesses;
  seen.wasted_ios = done.lookups.wasted_ios;
  seen.block_reads = done.lookups.block_reads;
  seen.ios_per_lookup_histogram = std::move(done.lookups.histogram);
  seen.latency = SummarizeLatency(done.lookups.nanoseconds);
  for (const engine::RunInfo& run : loaded) {
    seen.runs.push_back(RunSeen(run, done.runs[run.file_number]));
  }
  for (const auto& [file, run] : done.runs) {
    seen.filter_probes += run.filter_probes;
    seen.fence_rejections += run.fence_rejections;
  }
  return seen;
}

}  // namespace

Result<Observation> EngineDataset::ObserveGrowth(const Point& point, const FilterPlan& filters,
                                                 const OperationMix& mix) const {
  const ExperimentConfig& config = point.config;
  PlannedChooser chooser(*engine::FilterKindByName(filters.kind), filters.flushes);
  const auto choose = [&](int level, std::uint64_t distinct_keys) {
    return chooser.Choose(level, distinct_keys);
  };
  auto copy = PrivateStore::Open(OptionsForUpdating(config, file_system_, choose), directory_,
                                 fmt::format("{}-{}-{}", directory_, point.id, point.repetition));
  if (!copy) return tl::unexpected(copy.error());
  engine::Store& store = (*copy)->store();
  if (auto assigned = store.AssignFilters(assigned_); !assigned) {
    return FailedInStore(assigned.error());
  }
  const std::vector<engine::RunInfo> loaded = store.runs();

  const KeySpace key_space = KeySpaceOf(config);
  Result<LookupStream> stream =
      StreamOf(point, "lookups", {tree_.entries(), config.workload.existing_fraction}, key_space,
               RangesOfFlushes(key_space, config.tree, filters.flushes.size()));
  if (!stream) return tl::unexpected(stream.error());
  store.ResetLookupStatistics();
  auto done = RunOperations(store, key_space, *stream,
                            {.mix = mix,
                             .first_new_entry = config.tree.entries,
                             .buffer_entries = BufferEntries(config.tree),
                             .timed = config.workload.timing == "per_lookup"});
  if (!done) return tl::unexpected(done.error());
  if (Status planned = chooser.Check(); !planned) return tl::unexpected(planned.error());
  if (Status agree = CheckCounters(*done); !agree) return tl::unexpected(agree.error());
  Observation seen = Summarize(loaded, mix.lookups, *done);
  seen.updates = UpdatesSeen(store, config, mix, *done);
  return seen;
}

}  // namespace bitladder::experiments
