#include "experiments/backends/engine_dataset.h"

#include <fmt/format.h>

#include <string_view>
#include <utility>

#include "engine/io/kernel_reads.h"
#include "engine/table/format.h"
#include "experiments/backends/engine_options.h"
#include "experiments/backends/lookup_loop.h"
#include "experiments/backends/observed_run.h"
#include "experiments/backends/popularity_of.h"
#include "experiments/predict/growing_tree.h"

namespace bitladder::experiments {
namespace {

std::uint64_t PlaceOf(std::string_view internal_key) {
  return PlaceOfKey(engine::UserKey(internal_key));
}

// The lookups' own traces and the store's counters are kept apart; they must agree.
Status CheckCounters(const Observation& seen) {
  std::uint64_t searched = 0;
  std::uint64_t reads = 0;
  for (const ObservedRun& run : seen.runs) {
    searched += run.false_positives - run.fence_rejections;
    reads += run.block_reads;
  }
  if (searched == seen.wasted_block_accesses && reads == seen.block_reads) return {};
  return Fail(ErrorKind::kRun,
              fmt::format("the store's counters and its traces differ: {} and {} wasted block "
                          "accesses, {} and {} block reads",
                          searched, seen.wasted_block_accesses, reads, seen.block_reads));
}

// What the store built against what the theory planned. A budget is never exceeded, save by filters
// that were given for another tree.
Status CheckSpending(const Observation& seen, const FilterPlan& filters) {
  std::uint64_t spent = 0;
  bool stale = false;
  for (const ObservedRun& run : seen.runs) spent += run.filter_bits;
  for (const PlannedFilter& run : filters.runs) stale |= run.requested_at_creation.has_value();
  if (stale || spent <= filters.budget_bits) return {};
  return Fail(ErrorKind::kRun, fmt::format("filters take {} bits, more than the budget of {}",
                                           spent, filters.budget_bits));
}

}  // namespace

Result<std::unique_ptr<EngineDataset>> EngineDataset::Open(const ExperimentConfig& config,
                                                           engine::FileSystem& file_system,
                                                           const engine::ReadCounters* counters,
                                                           const std::string& directory) {
  std::unique_ptr<EngineDataset> dataset(new EngineDataset(file_system, counters, directory));
  if (Status opened = dataset->OpenStore(config); !opened) return tl::unexpected(opened.error());
  auto fingerprint = dataset->store_->Fingerprint();
  if (!fingerprint) return FailedInStore(fingerprint.error());
  dataset->tree_.fingerprint = *std::move(fingerprint);
  for (const engine::RunInfo& run : dataset->store_->runs()) {
    dataset->tree_.runs.push_back({run.level, run.run, run.table.distinct_keys});
  }
  return dataset;
}

Status EngineDataset::OpenStore(const ExperimentConfig& config) {
  store_.reset();
  assigned_.clear();
  auto store = engine::Store::Open(OptionsForReading(config, file_system_), directory_);
  if (!store) return FailedInStore(store.error());
  store_ = *std::move(store);
  opened_ = config;
  return {};
}

Result<std::unique_ptr<Dataset>> EngineDataset::Share() const {
  std::unique_ptr<engine::ReadCounters> counters;
  std::unique_ptr<engine::FileSystem> counting;
  if (counters_ != nullptr) {
    counters = std::make_unique<engine::ReadCounters>();
    counting = engine::NewCountingPosixFileSystem(counters.get());
  }
  engine::FileSystem& file_system = counting ? *counting : file_system_;
  std::unique_ptr<EngineDataset> other(new EngineDataset(file_system, counters.get(), directory_));
  other->own_counters_ = std::move(counters);
  other->own_file_system_ = std::move(counting);
  if (Status opened = other->OpenStore(opened_); !opened) return tl::unexpected(opened.error());
  other->tree_ = tree_;
  return other;
}

Status EngineDataset::Assign(const FilterPlan& filters) {
  const auto kind = engine::FilterKindByName(filters.kind);
  if (!kind) {
    return Fail(ErrorKind::kRun, fmt::format("the store has no filter kind \"{}\"", filters.kind));
  }
  std::vector<engine::FilterSpec> specs;
  for (const PlannedFilter& run : filters.runs) specs.push_back({*kind, run.bits_per_key_1024});
  if (specs == assigned_) return {};
  assigned_.clear();
  if (auto done = store_->AssignFilters(specs); !done) return FailedInStore(done.error());
  assigned_ = std::move(specs);
  return {};
}

Result<LookupStream> EngineDataset::StreamOf(const Point& point, std::string_view name,
                                             const LookupMix& mix, const KeySpace& key_space,
                                             const std::vector<PlaceRange>& later) const {
  std::vector<PlaceRange> domain;
  if (mix.existing_fraction < 1) {
    std::vector<PlaceRange> ranges = later;
    for (const engine::RunInfo& run : store_->runs()) {
      ranges.push_back({PlaceOf(run.table.smallest), PlaceOf(run.table.largest)});
    }
    auto absent = AbsentDomain(key_space.options().order, ranges);
    if (!absent) return tl::unexpected(absent.error());
    domain = *std::move(absent);
  }
  return LookupStream(
      key_space, mix, std::move(domain),
      RandomStream(point.config.seed_lookups, name, {point.id, fmt::to_string(point.repetition)}));
}

void EngineDataset::AddRuns(Observation* seen) const {
  const std::vector<engine::RunInfo> runs = store_->runs();
  const engine::StoreStatistics statistics = store_->statistics();
  for (std::size_t i = 0; i < runs.size(); ++i) {
    seen->runs.push_back(RunSeen(runs[i], statistics.runs[i]));
    seen->filter_probes += statistics.runs[i].filter_probes;
    seen->fence_rejections += statistics.runs[i].fence_rejections;
  }
}

Status EngineDataset::AddAudit(const Point& point, const KeySpace& key_space,
                               Observation* seen) const {
  const std::uint64_t probes = point.config.workload.filter_audit_probes;
  if (probes == 0) return {};
  Result<LookupStream> stream = StreamOf(point, "filter audit", {tree_.entries()}, key_space);
  if (!stream) return tl::unexpected(stream.error());
  const std::vector<std::uint64_t> positives = AuditFilters(*store_, key_space, *stream, probes);
  for (std::size_t i = 0; i < positives.size(); ++i) {
    seen->runs[i].audit_probes = probes;
    seen->runs[i].audit_false_positives = positives[i];
  }
  return {};
}

Result<std::optional<Observation>> EngineDataset::Observe(const Point& point,
                                                          const FilterPlan& filters,
                                                          std::uint64_t lookups) {
  const WorkloadConfig& workload = point.config.workload;
  if (point.config.storage != opened_.storage) {
    if (Status opened = OpenStore(point.config); !opened) return tl::unexpected(opened.error());
  }
  if (Status assigned = Assign(filters); !assigned) return tl::unexpected(assigned.error());
  const KeySpace key_space = KeySpaceOf(point.config);
  if (const OperationMix mix = MixOf(workload, lookups); mix.updates > 0) {
    auto growth = ObserveGrowth(point, filters, mix);
    if (!growth) return tl::unexpected(growth.error());
    if (Status audited = AddAudit(point, key_space, &*growth); !audited) {
      return tl::unexpected(audited.error());
    }
    return *std::move(growth);
  }
  const LookupMix mix = {tree_.entries(), workload.existing_fraction,
                         PopularityOf(point.config, point.id, tree_)};
  Result<LookupStream> stream = StreamOf(point, "lookups", mix, key_space);
  if (!stream) return tl::unexpected(stream.error());

  store_->ResetLookupStatistics();
  const engine::ReadCounts reads_before = counters_ ? counters_->Snapshot() : engine::ReadCounts();
  const auto kernel_before = engine::KernelReadBytes();
  Result<LookupLoopResult> done =
      RunLookups(*store_, key_space, *stream, lookups, workload.timing == "per_lookup");
  if (!done) return tl::unexpected(done.error());
  const auto kernel_after = engine::KernelReadBytes();

  Observation seen;
  if (counters_) seen.pread_calls = counters_->Snapshot().pread_calls - reads_before.pread_calls;
  if (kernel_before && kernel_after) seen.kernel_read_bytes = *kernel_after - *kernel_before;
  seen.lookups = lookups;
  seen.found = done->found;
  seen.found_in_buffer = done->found_in_buffer;
  seen.wasted_block_accesses = done->wasted_block_accesses;
  seen.wasted_ios = done->wasted_ios;
  seen.block_reads = done->block_reads;
  seen.ios_per_lookup_histogram = std::move(done->histogram);
  seen.latency = SummarizeLatency(done->nanoseconds);
  AddRuns(&seen);
  if (Status agree = CheckCounters(seen); !agree) return tl::unexpected(agree.error());
  if (Status within = CheckSpending(seen, filters); !within) return tl::unexpected(within.error());
  if (Status done_audit = AddAudit(point, key_space, &seen); !done_audit) {
    return tl::unexpected(done_audit.error());
  }
  return seen;
}

}  // namespace bitladder::experiments
