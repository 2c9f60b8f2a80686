#include "engine/store/verify.h"

#include <fmt/format.h>

#include <memory>
#include <string_view>
#include <unordered_set>
#include <utility>

#include "engine/io/coding.h"
#include "engine/store/file_names.h"
#include "engine/store/manifest_file.h"
#include "engine/store/recovery.h"
#include "engine/table/format.h"
#include "engine/table/table_reader.h"
#include "engine/table/verify.h"
#include "engine/tree/merging_iterator.h"

namespace bitladder::engine {
namespace {

// The table must be sound by itself and be the one that the manifest describes.
Status VerifyRun(FileSystem& file_system, const std::string& directory, const RunMeta& run) {
  const std::string path = FilePath(directory, {FileKind::kTable, run.file_number});
  const std::string hashes = FilePath(directory, {FileKind::kHashes, run.file_number});
  const auto found = VerifyTable(file_system, path, hashes);
  if (!found) {
    return tl::unexpected<Error>(InManifest(found.error()));
  }
  if (*found != run.table) {
    return Fail(
        ErrorCode::kCorruption,
        fmt::format("{}: {} entries in {} bytes, not the table that the manifest describes: "
                    "{} entries in {} bytes",
                    path, found->entries, found->file_bytes, run.table.entries,
                    run.table.file_bytes));
  }
  return {};
}

// A cursor whose values are the number of its input, so that a merge tells where an entry comes
// from.
class SourceIterator final : public Iterator {
 public:
  SourceIterator(std::unique_ptr<Iterator> base, std::uint64_t source) : base_(std::move(base)) {
    AppendFixed64(&source_, source);
  }
  bool Valid() const override { return base_->Valid(); }
  void SeekToFirst() override { base_->SeekToFirst(); }
  void Seek(std::string_view internal_key) override { base_->Seek(internal_key); }
  void Next() override { base_->Next(); }
  std::string_view key() const override { return base_->key(); }
  std::string_view value() const override { return source_; }
  Status status() const override { return base_->status(); }

 private:
  std::unique_ptr<Iterator> base_;
  std::string source_;
};

// Lookups stop at the newest run that holds a key, so no older run may hold a later version.
Status VerifyAges(FileSystem& file_system, const std::string& directory,
                  const Recovered& recovered) {
  std::vector<std::unique_ptr<TableReader>> tables;
  std::vector<std::unique_ptr<Iterator>> inputs;
  inputs.push_back(std::make_unique<SourceIterator>(recovered.memtable->NewIterator(), 0));
  for (const RunMeta& run : recovered.state.version.runs) {
    const std::string path = FilePath(directory, {FileKind::kTable, run.file_number});
    auto table = TableReader::Open(file_system, path, ReadMode::kBuffered, ReadOptions{});
    ENGINE_TRY(table);
    tables.push_back(*std::move(table));
    inputs.push_back(std::make_unique<SourceIterator>(tables.back()->NewIterator(), inputs.size()));
  }
  const auto merged = NewMergingIterator(std::move(inputs));
  std::string user_key;
  std::uint64_t newer_source = 0;
  bool first = true;
  for (merged->SeekToFirst(); merged->Valid(); merged->Next()) {
    const auto key = ParseInternalKey(merged->key());
    ENGINE_TRY(key);
    const std::uint64_t source = DecodeFixed64(merged->value().data());
    const bool same_key = !first && key->user_key == user_key;
    if (key->sequence > recovered.state.last_sequence || (same_key && source < newer_source)) {
      const RunMeta& run = recovered.state.version.runs[source - (source > 0 ? 1 : 0)];
      return Fail(
          ErrorCode::kCorruption,
          fmt::format("{}: sequence number {} is {}",
                      FilePath(directory, {FileKind::kTable, run.file_number}), key->sequence,
                      same_key && source < newer_source
                          ? "older than a version of its key in an older run"
                          : "above the store's last"));
    }
    first = false;
    user_key.assign(key->user_key);
    newer_source = source;
  }
  return merged->status();
}

Result<std::vector<std::string>> FindOrphans(FileSystem& file_system, const std::string& directory,
                                             const ManifestContents& manifest) {
  const auto names = file_system.ListDirectory(directory);
  ENGINE_TRY(names);
  const std::unordered_set<std::string> kept = ReferencedNames(manifest.state, manifest.number);
  std::vector<std::string> orphans;
  for (const std::string& name : *names) {
    if (ParseFileName(name) && !kept.contains(name)) {
      orphans.push_back(name);
    }
  }
  return orphans;
}

}  // namespace

Result<StoreReport> VerifyStore(FileSystem& file_system, const std::string& path) {
  const auto manifest = ReadManifest(file_system, path);
  ENGINE_TRY(manifest);
  const auto recovered = Recover(file_system, path);
  ENGINE_TRY(recovered);
  if (!*recovered) {
    return Fail(ErrorCode::kNotFound, fmt::format("{}: no store there (no CURRENT)", path));
  }
  for (const RunMeta& run : (*recovered)->state.version.runs) {
    ENGINE_TRY(VerifyRun(file_system, path, run));
  }
  ENGINE_TRY(VerifyAges(file_system, path, **recovered));
  auto orphans = FindOrphans(file_system, path, **manifest);
  ENGINE_TRY(orphans);
  StoreReport report;
  report.runs = (*recovered)->state.version.runs;
  report.log_records = (*recovered)->log_records.size();
  report.log_writes = (*recovered)->memtable->entries();
  report.last_sequence = (*recovered)->state.last_sequence;
  report.closed_in_order = (*recovered)->state.sealed_log_bytes.has_value();
  report.orphans = *std::move(orphans);
  return report;
}

}  // namespace bitladder::engine
