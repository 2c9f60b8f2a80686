#include "engine/table/table_reader.h"

#include <fmt/format.h>

#include <optional>
#include <utility>

#include "engine/table/block.h"
#include "engine/table/block_io.h"
#include "engine/table/fences.h"
#include "engine/table/meta_names.h"
#include "engine/table/properties_block.h"
#include "engine/table/table_iterator.h"

namespace bitladder::engine {

namespace {

// Everything of a table that is resident.
struct TableParts {
  std::unique_ptr<RandomAccessFile> file;
  Fences fences;
  std::unique_ptr<FilterReader> filter;
  std::optional<TableProperties> properties;  // tables that LevelDB wrote have none
};

class TableReaderImpl final : public TableReader {
 public:
  TableReaderImpl(TableParts parts, const ReadOptions& options)
      : parts_(std::move(parts)), options_(options) {}

  Result<ProbeResult> Get(std::string_view user_key, const KeyHash& hash, std::uint64_t snapshot,
                          const FilterReader* filter, std::string* value) const override {
    if (filter != nullptr && !filter->MayContain(hash)) {
      return ProbeResult{ProbeOutcome::kFilterNegative, false};
    }
    if (parts_.properties &&
        (parts_.fences.size() == 0 || user_key < UserKey(parts_.properties->smallest))) {
      return ProbeResult{ProbeOutcome::kFenceRejection, false};
    }
    std::string sought;  // sorts before every version of the key that the snapshot sees
    AppendInternalKey(&sought, user_key, snapshot, ValueType::kValue);
    const auto block = parts_.fences.Find(sought);
    if (!block) return ProbeResult{ProbeOutcome::kFenceRejection, false};
    return SearchBlock(parts_.fences.handle(*block), sought, value);
  }

  std::unique_ptr<Iterator> NewIterator() const override {
    return NewTableIterator(*parts_.file, parts_.fences, options_.verify_checksums);
  }

  const FilterReader* filter() const override { return parts_.filter.get(); }
  std::uint64_t data_blocks() const override { return parts_.fences.size(); }
  std::uint64_t fence_bytes() const override { return parts_.fences.resident_bytes(); }
  std::uint64_t file_bytes() const override { return parts_.file->size(); }

 private:
  Result<ProbeResult> SearchBlock(const BlockHandle& handle, std::string_view sought,
                                  std::string* value) const {
    const auto block = ReadBlock(*parts_.file, handle, options_.verify_checksums);
    if (!block) return tl::unexpected(block.error());
    ProbeResult result{ProbeOutcome::kFalsePositive, true};
    BlockCursor cursor(block->payload);
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
};

Result<Footer> ReadFooter(const RandomAccessFile& file) {
  if (file.size() < kFooterBytes) {
    return CorruptAt(file.path(), 0,
                     fmt::format("a file of {} bytes is too short for a table", file.size()));
  }
  const std::uint64_t offset = file.size() - kFooterBytes;
  char scratch[kFooterBytes];
  const auto bytes = file.Read(offset, kFooterBytes, scratch);
  if (!bytes) return tl::unexpected(bytes.error());
  const auto footer = ParseFooter(*bytes, file.size());
  if (!footer) return CorruptAt(file.path(), offset, footer.error().message);
  return *footer;
}

Status ReadFilter(FilterKind kind, const BlockHandle& handle, TableParts* parts) {
  const auto block = ReadBlock(*parts->file, handle, true);
  if (!block) return tl::unexpected(block.error());
  auto filter = OpenFilter(kind, std::string(block->payload));
  if (!filter) return CorruptAt(parts->file->path(), handle.offset, filter.error().message);
  parts->filter = std::move(*filter);
  return {};
}

Status ReadProperties(const BlockHandle& handle, TableParts* parts) {
  const auto block = ReadBlock(*parts->file, handle, true);
  if (!block) return tl::unexpected(block.error());
  auto properties = DecodeProperties(block->payload);
  if (!properties) {
    return CorruptAt(parts->file->path(), handle.offset, properties.error().message);
  }
  if (properties->data_blocks != parts->fences.size()) {
    return CorruptAt(parts->file->path(), handle.offset,
                     fmt::format("{} data blocks by the properties, {} by the index",
                                 properties->data_blocks, parts->fences.size()));
  }
  parts->properties = std::move(*properties);
  return {};
}

// Names that are not known are left alone: LevelDB's block filters, other programs' extras.
Status ReadMetaBlocks(const BlockHandle& metaindex, TableParts* parts) {
  const auto block = ReadBlock(*parts->file, metaindex, true);
  if (!block) return tl::unexpected(block.error());
  const auto corrupt = [&](std::string_view what) {
    return CorruptAt(parts->file->path(), metaindex.offset, what);
  };
  BlockCursor cursor(block->payload);
  for (cursor.SeekToFirst(); cursor.Valid(); cursor.Next()) {
    std::string_view value = cursor.value();
    BlockHandle handle;
    if (!GetBlockHandle(&value, &handle) || !EndsBefore(handle, metaindex.offset)) {
      return corrupt(fmt::format("the handle of \"{}\" is malformed", cursor.key()));
    }
    if (cursor.key() == kPropertiesName) {
      ENGINE_TRY(ReadProperties(handle, parts));
    } else if (cursor.key().substr(0, kFullFilterPrefix.size()) == kFullFilterPrefix) {
      const auto kind = FilterKindByName(cursor.key().substr(kFullFilterPrefix.size()));
      if (!kind) return corrupt(fmt::format("\"{}\" is of an unknown kind", cursor.key()));
      ENGINE_TRY(ReadFilter(*kind, handle, parts));
    }
  }
  if (!cursor.status()) return corrupt(cursor.status().error().message);
  return {};
}

}  // namespace

Result<std::unique_ptr<TableReader>> TableReader::Open(FileSystem& file_system,
                                                       const std::string& path, ReadMode mode,
                                                       const ReadOptions& options,
                                                       BlockCache* /*cache*/) {
  auto file = file_system.OpenRandomAccess(path, mode);
  if (!file) return tl::unexpected(file.error());
  TableParts parts;
  parts.file = std::move(*file);
  const auto footer = ReadFooter(*parts.file);
  if (!footer) return tl::unexpected(footer.error());
  // What stays resident is verified now, whatever the options say of data blocks.
  const auto index = ReadBlock(*parts.file, footer->index, true);
  if (!index) return tl::unexpected(index.error());
  auto fences = Fences::FromIndexBlock(index->payload, footer->metaindex.offset);
  if (!fences) return CorruptAt(path, footer->index.offset, fences.error().message);
  parts.fences = std::move(*fences);
  ENGINE_TRY(ReadMetaBlocks(footer->metaindex, &parts));
  return std::make_unique<TableReaderImpl>(std::move(parts), options);
}

}  // namespace bitladder::engine
