#include "engine/table/table_parts.h"

#include <fmt/format.h>

#include <string_view>
#include <utility>

#include "engine/table/block.h"
#include "engine/table/block_io.h"
#include "engine/table/filter_block.h"
#include "engine/table/properties_block.h"

namespace bitladder::engine {

namespace {

Status ReadFooter(TableParts* parts) {
  const RandomAccessFile& file = *parts->file;
  if (file.size() < kFooterBytes) {
    return CorruptAt(file.path(), 0,
                     fmt::format("a file of {} bytes is too short for a table", file.size()));
  }
  const std::uint64_t offset = file.size() - kFooterBytes;
  char scratch[kFooterBytes];
  const auto bytes = file.Read(offset, kFooterBytes, scratch);
  ENGINE_TRY(bytes);
  const auto footer = ParseFooter(*bytes, file.size());
  if (!footer) return CorruptAt(file.path(), offset, footer.error().message);
  parts->footer = *footer;
  return {};
}

Status ReadFences(TableParts* parts) {
  const BlockHandle& index = parts->footer.index;
  const auto block = ReadBlock(*parts->file, index, true);
  ENGINE_TRY(block);
  auto fences = Fences::FromIndexBlock(block->payload, parts->footer.metaindex.offset);
  if (!fences) return CorruptAt(parts->file->path(), index.offset, fences.error().message);
  parts->fences = std::move(*fences);
  return {};
}

Status ReadFilter(const FilterBlockType& type, const BlockHandle& handle, TableParts* parts) {
  const auto block = ReadBlock(*parts->file, handle, true);
  ENGINE_TRY(block);
  auto filter = OpenFilterBlock(type, std::string(block->payload));
  if (!filter) return CorruptAt(parts->file->path(), handle.offset, filter.error().message);
  parts->filter = std::move(*filter);
  parts->filter_layout = type.layout;
  parts->filter_handle = handle;
  return {};
}

Status ReadProperties(const BlockHandle& handle, TableParts* parts) {
  const auto block = ReadBlock(*parts->file, handle, true);
  ENGINE_TRY(block);
  const auto corrupt = [&](std::string_view what) {
    return CorruptAt(parts->file->path(), handle.offset, what);
  };
  auto properties = DecodeProperties(block->payload);
  if (!properties) return corrupt(properties.error().message);
  if (properties->data_blocks != parts->fences.size()) {
    return corrupt(fmt::format("{} data blocks by the properties, {} by the index",
                               properties->data_blocks, parts->fences.size()));
  }
  properties->file_bytes = parts->file->size();
  parts->properties = std::move(*properties);
  parts->properties_handle = handle;
  return {};
}

Status ReadMetaBlock(const MetaBlock& meta, TableParts* parts) {
  if (meta.name == kPropertiesName) return ReadProperties(meta.handle, parts);
  const auto filter = FilterBlockTypeOfName(meta.name);
  if (!filter) {
    return CorruptAt(parts->file->path(), parts->footer.metaindex.offset, filter.error().message);
  }
  return *filter ? ReadFilter(**filter, meta.handle, parts) : Status();
}

Status ReadMetaBlocks(TableParts* parts) {
  const BlockHandle& metaindex = parts->footer.metaindex;
  const auto block = ReadBlock(*parts->file, metaindex, true);
  ENGINE_TRY(block);
  const auto corrupt = [&](std::string_view what) {
    return CorruptAt(parts->file->path(), metaindex.offset, what);
  };
  BlockCursor cursor(block->payload);
  for (cursor.SeekToFirst(); cursor.Valid(); cursor.Next()) {
    MetaBlock meta{std::string(cursor.key()), {}};
    std::string_view value = cursor.value();
    if (!GetBlockHandle(&value, &meta.handle) || !value.empty() ||
        !EndsBefore(meta.handle, metaindex.offset)) {
      return corrupt(fmt::format("the handle of \"{}\" is malformed", meta.name));
    }
    ENGINE_TRY(ReadMetaBlock(meta, parts));
    parts->meta_blocks.push_back(std::move(meta));
  }
  if (!cursor.status()) return corrupt(cursor.status().error().message);
  if (parts->properties) parts->properties->filter_block_bytes = parts->filter_handle.size;
  return {};
}

}  // namespace

Result<TableParts> OpenTableParts(FileSystem& file_system, const std::string& path, ReadMode mode) {
  auto file = file_system.OpenRandomAccess(path, mode);
  ENGINE_TRY(file);
  TableParts parts;
  parts.file = std::move(*file);
  ENGINE_TRY(ReadFooter(&parts));
  ENGINE_TRY(ReadFences(&parts));
  ENGINE_TRY(ReadMetaBlocks(&parts));
  return parts;
}

}  // namespace bitladder::engine
