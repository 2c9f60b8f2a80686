#include <fmt/format.h>

#include <utility>

#include "engine/store/store_impl.h"
#include "engine/table/filter_block.h"

namespace bitladder::engine {
Status StoreImpl::ReplaceFilter(const FilterAssignment& assignment, ViewRun* run) const {
  const auto& [spec, layout] = assignment;
  auto block = RebuildFilterBlock(file_system_, run->handle->hashes_path(),
                                  run->handle->meta().table.distinct_keys, layout, spec);
  ENGINE_TRY(block);
  const std::uint64_t file_bytes = block->size();
  auto reader = OpenFilterBlock({layout, spec.kind}, *std::move(block));
  ENGINE_TRY(reader);
  run->filter = *std::move(reader);
  run->filter_file_bytes = file_bytes;
  run->spec = spec;
  return {};
}

Status StoreImpl::AssignFilters(std::span<const FilterSpec> by_run, bool persist) {
  const std::lock_guard lock(write_mutex_);
  if (persist) {
    ENGINE_TRY(CheckWritable(0));
  }
  std::vector<ViewRun> runs = views_->Hold()->runs();
  if (by_run.size() != runs.size()) {
    return Fail(ErrorCode::kInvalidArgument,
                fmt::format("{}: filters for {} runs assigned to {} runs", directory_,
                            by_run.size(), runs.size()));
  }
  std::vector<FilterAssignment> assigned;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    assigned.push_back({by_run[i], options_.table.filter_layout});
    ENGINE_TRY(ReplaceFilter(assigned.back(), &runs[i]));
  }
  if (persist) {
    ManifestEdit edit;
    edit.last_sequence = state_.last_sequence;
    edit.assigned = std::move(assigned);
    ENGINE_TRY(Record(std::move(edit)));
  }
  Publish(memtable_, std::move(runs));
  return {};
}

}  // namespace bitladder::engine
