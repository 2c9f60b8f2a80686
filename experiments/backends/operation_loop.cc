#include "experiments/backends/operation_loop.h"

#include <fmt/format.h>

#include <chrono>
#include <string>
#include <utility>

#include "experiments/backends/engine_options.h"

namespace bitladder::experiments {
namespace {

using Clock = std::chrono::steady_clock;

void AddTo(LookupLoopResult&& part, LookupLoopResult* sum) {
  sum->found += part.found;
  sum->found_in_buffer += part.found_in_buffer;
  sum->wasted_block_accesses += part.wasted_block_accesses;
  sum->wasted_ios += part.wasted_ios;
  sum->block_reads += part.block_reads;
  if (sum->histogram.size() < part.histogram.size()) sum->histogram.resize(part.histogram.size());
  for (std::size_t i = 0; i < part.histogram.size(); ++i) sum->histogram[i] += part.histogram[i];
  sum->nanoseconds.insert(sum->nanoseconds.end(), part.nanoseconds.begin(), part.nanoseconds.end());
}

// A run's counters go with the run, so they are read before a flush may replace it.
void Collect(const engine::Store& store, OperationLoopResult* result) {
  const std::vector<engine::RunInfo> runs = store.runs();
  const engine::StoreStatistics statistics = store.statistics();
  for (std::size_t i = 0; i < runs.size(); ++i) {
    result->runs[runs[i].file_number] = statistics.runs[i];
  }
}

class Updates {
 public:
  Updates(engine::Store& store, const KeySpace& key_space, const OperationLoopOptions& options)
      : store_(store), key_space_(key_space), options_(options) {}

  Status DoUntil(std::uint64_t count, OperationLoopResult* result) {
    for (; done_ < count; ++done_) {
      const std::uint64_t place = key_space_.PresentPlace(options_.first_new_entry + done_);
      key_space_.WriteKey(place, &key_);
      key_space_.WriteValue(place, &value_);
      if (done_ > 0 && done_ % options_.buffer_entries == 0) Collect(store_, result);
      const Clock::time_point start = options_.timed ? Clock::now() : Clock::time_point();
      if (auto put = store_.Put(key_, value_); !put) return FailedInStore(put.error());
      if (!options_.timed) continue;
      result->update_nanoseconds.push_back(static_cast<std::uint64_t>(
          std::chrono::duration_cast<std::chrono::nanoseconds>(Clock::now() - start).count()));
    }
    return {};
  }

 private:
  engine::Store& store_;
  const KeySpace& key_space_;
  const OperationLoopOptions& options_;
  std::uint64_t done_ = 0;
  std::string key_;
  std::string value_;
};

}  // namespace

engine::FilterSpec PlannedChooser::Choose(int level, std::uint64_t distinct_keys) {
  const bool planned = next_ < flushes_.size() && flushes_[next_].level == level &&
                       flushes_[next_].entries == distinct_keys;
  if (!planned) {
    if (surprise_.empty()) {
      surprise_ =
          fmt::format("flush {} wrote {} entries into level {}, which theory did not expect",
                      next_ + 1, distinct_keys, level);
    }
    return {engine::FilterKind::kNone, 0};
  }
  return {kind_, flushes_[next_++].filter.bits_per_key_1024};
}

Status PlannedChooser::Check() const {
  if (!surprise_.empty()) return Fail(ErrorKind::kRun, surprise_);
  if (next_ == flushes_.size()) return {};
  return Fail(ErrorKind::kRun, fmt::format("updates set off {} flushes, theory expected {}", next_,
                                           flushes_.size()));
}

Result<OperationLoopResult> RunOperations(engine::Store& store, const KeySpace& key_space,
                                          LookupStream& stream,
                                          const OperationLoopOptions& options) {
  OperationLoopResult result;
  Updates updates(store, key_space, options);
  LookupScratch scratch;
  const OperationMix& mix = options.mix;
  for (std::uint64_t lookup = 0; lookup < mix.lookups;) {
    // Lookups up to the next one with an update before it.
    const std::uint64_t done = mix.UpdatesBefore(lookup);
    if (Status put = updates.DoUntil(done, &result); !put) return tl::unexpected(put.error());
    const std::uint64_t end = mix.LookupsWithin(done);
    auto part = RunLookups(store, key_space, stream, end - lookup, options.timed, scratch);
    if (!part) return tl::unexpected(part.error());
    AddTo(*std::move(part), &result.lookups);
    lookup = end;
  }
  if (Status put = updates.DoUntil(mix.updates, &result); !put) return tl::unexpected(put.error());
  Collect(store, &result);
  return result;
}

}  // namespace bitladder::experiments
