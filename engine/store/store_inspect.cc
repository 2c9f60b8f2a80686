#include <fmt/format.h>

#include <utility>

#include "engine/store/fingerprint.h"
#include "engine/store/store_impl.h"

namespace bitladder::engine {
namespace {

RunInfo Describe(const ViewRun& run) {
  const RunMeta& meta = run.handle->meta();
  RunInfo info;
  info.level = meta.level;
  info.file_number = meta.file_number;
  info.buffers = meta.buffers;
  info.table = meta.table;
  info.filter = run.spec;
  info.filter_file_bytes = run.filter_file_bytes;
  info.fence_bytes = run.handle->table().fence_bytes();
  if (run.filter != nullptr) {
    info.filter_bits = run.filter->filter_bits();
    info.filter_resident_bytes = run.filter->resident_bytes();
    info.fpr_from_contents = run.filter->FprFromContents();
    info.fill_ratio = run.filter->FillRatio();
  }
  return info;
}

}  // namespace

std::vector<RunInfo> StoreImpl::runs() const {
  const auto view = views_->Hold();
  std::vector<RunInfo> infos;
  infos.reserve(view->runs().size());
  for (const ViewRun& run : view->runs()) {
    RunInfo info = Describe(run);
    info.run = !infos.empty() && infos.back().level == info.level ? infos.back().run + 1 : 1;
    infos.push_back(std::move(info));
  }
  return infos;
}

StoreStatistics StoreImpl::statistics() const {
  const std::lock_guard lock(statistics_mutex_);
  const auto view = views_->Hold();
  StoreStatistics sum = past_;
  for (const ViewRun& run : view->runs()) {
    sum.runs.push_back(run.handle->past_lookups);
  }
  view->ForEachCells([&](const SlotCells& cells) {
    cells.lookups.AddTo(&sum);
    for (std::size_t i = 0; i < sum.runs.size(); ++i) {
      cells.runs[i].AddTo(&sum.runs[i]);
    }
  });
  return sum;
}

// A view with fresh cells takes the place of the current one, whose counts are forgotten.
void StoreImpl::ResetLookupStatistics() {
  const std::lock_guard write_lock(write_mutex_);
  const std::lock_guard lock(statistics_mutex_);
  views_->Replace(std::make_shared<const ReadView>(memtable_, views_->Hold()->runs()));
  past_.lookups = past_.found = past_.deleted = past_.found_in_buffer = 0;
  for (const ViewRun& run : views_->Hold()->runs()) {
    run.handle->past_lookups = {};
  }
}

Result<std::string> StoreImpl::Fingerprint() const {
  const auto view = views_->Hold();  // keeps the files while they are read
  FingerprintHash hash;
  for (const ViewRun& run : view->runs()) {
    const RunMeta& meta = run.handle->meta();
    hash.AddNumber(static_cast<std::uint64_t>(meta.level));
    hash.AddNumber(meta.buffers);
    hash.AddNumber(meta.table.entries);
    ENGINE_TRY(hash.AddFile(file_system_, run.handle->table_path()));
  }
  return hash.Digest();
}

}  // namespace bitladder::engine
