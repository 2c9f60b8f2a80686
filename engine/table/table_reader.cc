#include "engine/table/table_reader.h"

#include <optional>
#include <utility>

#include "engine/table/block.h"
#include "engine/table/block_cache.h"
#include "engine/table/block_io.h"
#include "engine/table/table_iterator.h"
#include "engine/table/table_parts.h"

namespace bitladder::engine {

namespace {

class TableReaderImpl final : public TableReader {
 public:
  TableReaderImpl(TableParts parts, const ReadOptions& options, BlockCache* cache)
      : parts_(std::move(parts)),
        options_(options),
        cache_(cache),
        cache_id_(cache != nullptr ? cache->NewTableId() : 0) {}

  Result<ProbeResult> Get(std::string_view user_key, const KeyHash& hash, std::uint64_t snapshot,
                          const FilterReader* filter, std::string* value) const override {
    if (filter != nullptr && !filter->MayContain(hash)) {
      return ProbeResult{ProbeOutcome::kFilterNegative, false};
    }
    std::string sought;
    const auto block = Locate(user_key, snapshot, &sought);
    if (!block) return ProbeResult{ProbeOutcome::kFenceRejection, false};
    const BlockHandle& handle = parts_.fences.handle(*block);
    if (filter != nullptr && !filter->MayContainInBlock(hash, handle.offset)) {
      return ProbeResult{ProbeOutcome::kFilterNegative, false};
    }
    return SearchBlock(handle, sought, value);
  }

  std::optional<std::uint64_t> FindBlock(std::string_view user_key,
                                         std::uint64_t snapshot) const override {
    std::string sought;
    return Locate(user_key, snapshot, &sought);
  }

  std::unique_ptr<Iterator> NewIterator(std::uint64_t read_ahead_bytes) const override {
    return NewTableIterator(*parts_.file, parts_.fences, options_.verify_checksums,
                            read_ahead_bytes);
  }

  const FilterReader* filter() const override { return parts_.filter.get(); }
  std::uint64_t data_blocks() const override { return parts_.fences.size(); }
  std::uint64_t fence_bytes() const override { return parts_.fences.resident_bytes(); }
  std::uint64_t file_bytes() const override { return parts_.file->size(); }

 private:
  struct FetchedBlock {
    Block block;
    bool from_file = false;
  };

  // The block that can hold the key. `sought` becomes an internal key that sorts before every
  // version of it that the snapshot sees, unless the smallest key of the table says no at once.
  std::optional<std::size_t> Locate(std::string_view user_key, std::uint64_t snapshot,
                                    std::string* sought) const {
    if (parts_.properties &&
        (parts_.fences.size() == 0 || user_key < UserKey(parts_.properties->smallest))) {
      return std::nullopt;
    }
    AppendInternalKey(sought, user_key, snapshot, ValueType::kValue);
    return parts_.fences.Find(*sought);
  }

  Result<FetchedBlock> FetchBlock(const BlockHandle& handle) const {
    if (cache_ != nullptr) {
      if (auto cached = cache_->Find(cache_id_, handle.offset)) {
        return FetchedBlock{std::move(*cached), false};
      }
    }
    auto block = ReadBlock(*parts_.file, handle, options_.verify_checksums);
    ENGINE_TRY(block);
    if (cache_ != nullptr) cache_->Insert(cache_id_, handle.offset, *block);
    return FetchedBlock{std::move(*block), true};
  }

  Result<ProbeResult> SearchBlock(const BlockHandle& handle, std::string_view sought,
                                  std::string* value) const {
    const auto fetched = FetchBlock(handle);
    ENGINE_TRY(fetched);
    ProbeResult result{ProbeOutcome::kFalsePositive, fetched->from_file};
    BlockCursor cursor(fetched->block.payload);
    cursor.Seek(sought);
    if (!cursor.status()) {
      return CorruptAt(parts_.file->path(), handle.offset, cursor.status().error().message);
    }
    if (!cursor.Valid()) return result;
    const auto found = ParseInternalKey(cursor.key());
    if (!found) return CorruptAt(parts_.file->path(), handle.offset, found.error().message);
    if (found->user_key != UserKey(sought)) return result;
    if (found->type == ValueType::kDeletion) {
      result.outcome = ProbeOutcome::kDeleted;
      return result;
    }
    result.outcome = ProbeOutcome::kFound;
    value->assign(cursor.value());
    return result;
  }

  TableParts parts_;
  ReadOptions options_;
  BlockCache* cache_;  // null: none
  std::uint64_t cache_id_;
};

}  // namespace

Result<std::unique_ptr<TableReader>> TableReader::Open(FileSystem& file_system,
                                                       const std::string& path, ReadMode mode,
                                                       const ReadOptions& options,
                                                       BlockCache* cache) {
  auto parts = OpenTableParts(file_system, path, mode);
  ENGINE_TRY(parts);
  return std::make_unique<TableReaderImpl>(std::move(*parts), options, cache);
}

}  // namespace bitladder::engine
