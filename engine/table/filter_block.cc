#include "engine/table/filter_block.h"

#include <fmt/format.h>

#include <utility>

#include "engine/table/block_filters.h"

namespace bitladder::engine {

namespace {

constexpr std::string_view kFullFilterPrefix = "fullfilter.bitladder.";
constexpr std::string_view kBlockFiltersName = "filter.leveldb.BuiltinBloomFilter2";

bool HasNoFilter(const FilterSpec& spec) {
  return spec.kind == FilterKind::kNone || spec.bits_per_key_1024 == 0;
}

}  // namespace

std::string FilterBlockName(const FilterBlockType& type) {
  if (type.layout == FilterLayout::kBlock) return std::string(kBlockFiltersName);
  return std::string(kFullFilterPrefix).append(FilterKindName(type.kind));
}

Result<std::optional<FilterBlockType>> FilterBlockTypeOfName(std::string_view name) {
  if (name == kBlockFiltersName) {
    return FilterBlockType{FilterLayout::kBlock, FilterKind::kLevelDbBloom};
  }
  if (name.substr(0, kFullFilterPrefix.size()) != kFullFilterPrefix) return std::nullopt;
  const auto kind = FilterKindByName(name.substr(kFullFilterPrefix.size()));
  if (!kind) {
    return Fail(ErrorCode::kCorruption, fmt::format("\"{}\" is of an unknown kind", name));
  }
  return FilterBlockType{FilterLayout::kRun, *kind};
}

Status CheckFilter(FilterLayout layout, const FilterSpec& spec) {
  if (spec.bits_per_key_1024 > kMaxBitsPerKey1024) {
    return Fail(ErrorCode::kInvalidArgument,
                fmt::format("a filter of {} bits per key, at most {} are allowed",
                            spec.bits_per_key_1024 / 1024.0, kMaxBitsPerKey1024 / 1024));
  }
  if (layout == FilterLayout::kRun || spec.kind == FilterKind::kLevelDbBloom || HasNoFilter(spec)) {
    return {};
  }
  return Fail(
      ErrorCode::kInvalidArgument,
      fmt::format("filters laid out by block are LevelDB's: kind {} needs the layout by run",
                  FilterKindName(spec.kind)));
}

std::string BuildFilterBlock(FilterLayout layout, const FilterSpec& spec, const TableKeys& keys) {
  if (HasNoFilter(spec)) return {};
  if (layout == FilterLayout::kBlock) return BuildBlockFilters(spec.bits_per_key_1024, keys);
  return BuildFilter(spec, keys.distinct);
}

Result<std::string> RebuildFilterBlock(FileSystem& file_system, const std::string& hashes_path,
                                       std::uint64_t expected_keys, FilterLayout layout,
                                       const FilterSpec& spec) {
  ENGINE_TRY(CheckFilter(layout, spec));
  const auto keys = ReadTableKeys(file_system, hashes_path);
  ENGINE_TRY(keys);
  if (keys->distinct.size() != expected_keys) {
    return Fail(ErrorCode::kCorruption,
                fmt::format("{}: at offset 0: {} key hashes, but its table holds {} keys",
                            hashes_path, keys->distinct.size(), expected_keys));
  }
  if (layout == FilterLayout::kBlock && expected_keys > 0 && keys->blocks.empty()) {
    return Fail(ErrorCode::kCorruption,
                fmt::format("{}: at offset 0: its table was written without filters by block, so "
                            "its blocks are not known here",
                            hashes_path));
  }
  return BuildFilterBlock(layout, spec, *keys);
}

Result<std::unique_ptr<FilterReader>> OpenFilterBlock(const FilterBlockType& type,
                                                      std::string bytes) {
  if (type.layout == FilterLayout::kBlock) return OpenBlockFilters(std::move(bytes));
  return OpenFilter(type.kind, std::move(bytes));
}

}  // namespace bitladder::engine
