#include <fmt/format.h>

#include <utility>

#include "engine/store/refilter.h"
#include "engine/store/store_impl.h"

namespace bitladder::engine {
namespace {

constexpr std::uint32_t kMaxBitsPerKey1024 = 128 * 1024;

}  // namespace

Status StoreImpl::ReplaceFilter(const FilterSpec& spec, ViewRun* run) const {
  auto built = BuildFromHashes(file_system_, run->handle->hashes_path(),
                               run->handle->meta().table.distinct_keys, spec);
  if (!built) {
    return tl::unexpected<Error>(std::move(built).error());
  }
  run->filter = std::move(built->reader);
  run->filter_file_bytes = built->file_bytes;
  run->spec = spec;
  return {};
}

Status StoreImpl::AssignFilters(std::span<const FilterSpec> by_run, bool persist) {
  const std::lock_guard lock(write_mutex_);
  if (persist) {
    ENGINE_TRY(CheckWritable());
  }
  std::vector<ViewRun> runs = views_->Hold()->runs();
  if (by_run.size() != runs.size()) {
    return Fail(ErrorCode::kInvalidArgument,
                fmt::format("{}: filters for {} runs assigned to {} runs", directory_,
                            by_run.size(), runs.size()));
  }
  for (std::size_t i = 0; i < runs.size(); ++i) {
    if (by_run[i].bits_per_key_1024 > kMaxBitsPerKey1024) {
      return Fail(ErrorCode::kInvalidArgument,
                  fmt::format("{}/1024 bits per key for run {}, at most {}/1024 are allowed",
                              by_run[i].bits_per_key_1024, i, kMaxBitsPerKey1024));
    }
    ENGINE_TRY(ReplaceFilter(by_run[i], &runs[i]));
  }
  if (persist) {
    ManifestEdit edit;
    edit.last_sequence = state_.last_sequence;
    edit.assigned.assign(by_run.begin(), by_run.end());
    ENGINE_TRY(Record(std::move(edit)));
  }
  Publish(memtable_, std::move(runs));
  return {};
}

}  // namespace bitladder::engine
