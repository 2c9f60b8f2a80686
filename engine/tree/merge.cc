#include "engine/tree/merge.h"

#include <memory>
#include <utility>

#include "engine/tree/version_pruner.h"

namespace bitladder::engine {
namespace {

Result<MergeResult> WriteSurvivors(const MergeJob& job, Iterator& input) {
  VersionPruner pruner(job.snapshots, job.into_oldest);
  std::unique_ptr<TableWriter> writer;  // made for the first survivor
  MergeResult result;
  for (input.SeekToFirst(); input.Valid(); input.Next()) {
    result.entries_in += 1;
    const auto key = ParseInternalKey(input.key());
    ENGINE_TRY(key);
    if (!pruner.Keep(*key)) {
      continue;
    }
    if (writer == nullptr) {
      auto created =
          TableWriter::Create(*job.file_system, job.table_path, job.hashes_path, job.table);
      ENGINE_TRY(created);
      writer = *std::move(created);
    }
    ENGINE_TRY(writer->Add(input.key(), input.value()));
  }
  ENGINE_TRY(input.status());
  if (writer != nullptr) {
    auto properties = writer->Finish(job.filter(writer->distinct_keys()), job.sync);
    ENGINE_TRY(properties);
    result.table = *std::move(properties);
  }
  return result;
}

}  // namespace

Result<MergeResult> ExecuteMerge(const MergeJob& job, Iterator& input) {
  Result<MergeResult> result = WriteSurvivors(job, input);
  if (!result) {
    // Whatever is left behind after a failed removal is an orphan, which the next open removes.
    (void)job.file_system->Remove(job.table_path);
    (void)job.file_system->Remove(job.hashes_path);
  }
  return result;
}

}  // namespace bitladder::engine
