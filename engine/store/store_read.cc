#include <utility>

#include "engine/store/scan.h"
#include "engine/store/store_impl.h"

namespace bitladder::engine {
namespace {

class StoreSnapshot final : public Snapshot {
 public:
  explicit StoreSnapshot(std::unique_ptr<SnapshotList::Entry> entry) : entry_(std::move(entry)) {}
  std::uint64_t sequence() const override { return entry_->sequence(); }

 private:
  std::unique_ptr<SnapshotList::Entry> entry_;
};

// Enters what a probe of a table did into its run's cells.
void Count(const ProbeResult& result, RunCells* cells) {
  switch (result.outcome) {
    case ProbeOutcome::kFilterNegative:
      cells->filter_negatives.Add(1);
      return;  // neither block read nor cache hit
    case ProbeOutcome::kFenceRejection:
      cells->fence_rejections.Add(1);
      return;
    case ProbeOutcome::kFalsePositive:
      cells->block_false_positives.Add(1);
      break;
    case ProbeOutcome::kFound:
    case ProbeOutcome::kDeleted:
      cells->true_positives.Add(1);
      break;
  }
  (result.block_read ? cells->block_reads : cells->block_cache_hits).Add(1);
}

void Trace(std::size_t run, const ProbeResult& result, LookupTrace* trace) {
  trace->probes.push_back({static_cast<std::uint32_t>(run), result});
  const bool wasted = result.outcome == ProbeOutcome::kFalsePositive;
  trace->block_reads += result.block_read ? 1 : 0;
  trace->wasted_block_accesses += wasted ? 1 : 0;
  trace->wasted_ios += wasted && result.block_read ? 1 : 0;
}

// The runs of a view, newest first, until one holds the key. Filters first: all of their cache
// lines are asked for before the first is tested, so that the misses overlap; a table is touched
// only after a "maybe".
Result<LookupOutcome> GetFromRuns(const ReadView& view, std::string_view key,
                                  std::uint64_t sequence, std::string* value, SlotCells& cells,
                                  LookupTrace* trace) {
  const KeyHash hash = view.Hash(key);
  for (const ReadView::Target& target : view.targets()) {
    if (target.filter != nullptr) {
      target.filter->Prefetch(hash);
    }
  }
  for (std::size_t i = 0; i < view.targets().size(); ++i) {
    const ReadView::Target& target = view.targets()[i];
    ProbeResult probe;  // a filter negative
    if (target.filter == nullptr || target.filter->MayContain(hash)) {
      const auto result = target.table->Get(key, hash, sequence, target.filter_by_block, value);
      ENGINE_TRY(result);
      probe = *result;
    }
    Count(probe, &cells.runs[i]);
    if (trace != nullptr) {
      Trace(i, probe, trace);
    }
    if (probe.outcome == ProbeOutcome::kFound) {
      cells.lookups.found.Add(1);
      return LookupOutcome::kFound;
    }
    if (probe.outcome == ProbeOutcome::kDeleted) {
      cells.lookups.deleted.Add(1);
      return LookupOutcome::kDeleted;
    }
  }
  return LookupOutcome::kAbsent;
}

// The memtable first: it is newer than every run.
Result<LookupOutcome> GetFromView(const ReadView& view, std::string_view key,
                                  std::uint64_t sequence, std::string* value, SlotCells& cells,
                                  LookupTrace* trace) {
  cells.lookups.lookups.Add(1);
  if (!view.memtable()->empty()) {
    const auto type = view.memtable()->Get(key, sequence, value);
    if (type == ValueType::kValue) {
      cells.lookups.found_in_buffer.Add(1);
      return LookupOutcome::kFoundInBuffer;
    }
    if (type == ValueType::kDeletion) {
      cells.lookups.deleted.Add(1);
      return LookupOutcome::kDeletedInBuffer;
    }
  }
  return GetFromRuns(view, key, sequence, value, cells, trace);
}

}  // namespace

// The view is taken before the sequence number. The other way round, a merge in between could have
// dropped the version that the number asks for. This way the view holds every version that the
// number may need and perhaps lacks newer ones, which were written after this call began.
Result<LookupOutcome> StoreImpl::Get(std::string_view key, std::string* value, LookupTrace* trace,
                                     const Snapshot* snapshot) const {
  if (trace != nullptr) {
    trace->probes.clear();
    trace->wasted_block_accesses = trace->wasted_ios = trace->block_reads = 0;
  }
  const ViewExchange::Pin pin(*views_);
  const std::uint64_t sequence = snapshot != nullptr
                                     ? snapshot->sequence()
                                     : visible_sequence_.load(std::memory_order_acquire);
  auto outcome = GetFromView(pin.view(), key, sequence, value, pin.cells(), trace);
  if (trace != nullptr && outcome) {
    trace->outcome = *outcome;
  }
  return outcome;
}

void StoreImpl::ProbeFilters(std::string_view key, std::vector<std::uint8_t>* maybe) const {
  const ViewExchange::Pin pin(*views_);
  const KeyHash hash = pin.view().Hash(key);
  maybe->clear();
  for (const ReadView::Target& target : pin.view().targets()) {
    maybe->push_back(target.filter == nullptr || target.filter->MayContain(hash) ? 1 : 0);
  }
}

bool StoreImpl::ProbeFilter(std::size_t run, std::string_view key) const {
  const ViewExchange::Pin pin(*views_);
  const ReadView::Target& target = pin.view().targets()[run];
  return target.filter == nullptr || target.filter->MayContain(pin.view().Hash(key));
}

std::optional<std::uint64_t> StoreImpl::FindBlock(std::size_t run, std::string_view key) const {
  const ViewExchange::Pin pin(*views_);
  return pin.view().targets()[run].table->FindBlock(key, kMaxSequence);
}

Result<ProbeResult> StoreImpl::ProbeTable(std::size_t run, std::string_view key,
                                          std::string* value) const {
  const ViewExchange::Pin pin(*views_);
  return pin.view().targets()[run].table->Get(key, KeyHash(), kMaxSequence, nullptr, value);
}

std::unique_ptr<ScanIterator> StoreImpl::NewScan(const Snapshot* snapshot) const {
  auto view = views_->Hold();
  const std::uint64_t sequence = snapshot != nullptr
                                     ? snapshot->sequence()
                                     : visible_sequence_.load(std::memory_order_acquire);
  return ScanView(std::move(view), sequence);
}

std::unique_ptr<Snapshot> StoreImpl::TakeSnapshot() const {
  return std::make_unique<StoreSnapshot>(snapshots_->Take(visible_sequence_));
}

}  // namespace bitladder::engine
