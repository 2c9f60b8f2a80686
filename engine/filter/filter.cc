// The one table of filter kinds.
#include "engine/filter/filter.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "engine/check.h"
#include "engine/filter/binary_fuse.h"
#include "engine/filter/blocked_bloom.h"
#include "engine/filter/bloom.h"
#include "engine/filter/filter_batch.h"
#include "engine/filter/filter_bytes.h"
#include "engine/filter/leveldb_bloom.h"
#include "engine/filter/ribbon.h"

namespace bitladder::engine {
namespace {

std::string BuildNothing(std::uint32_t, std::span<const KeyHash>) { return {}; }
Result<std::unique_ptr<FilterReader>> OpenNothing(std::string) {
  return BadFilter(FilterKind::kNone, "it has bytes");
}

struct KindEntry {
  FilterKind kind;
  std::string_view name;
  std::string (*build)(std::uint32_t bits_per_key_1024, std::span<const KeyHash> keys);
  Result<std::unique_ptr<FilterReader>> (*open)(std::string bytes);
};

constexpr KindEntry kKinds[] = {
    {FilterKind::kNone, "none", BuildNothing, OpenNothing},
    {FilterKind::kBloom, "bloom", BuildBloom, OpenBloom},
    {FilterKind::kLevelDbBloom, "leveldb_bloom", BuildLevelDbBloom, OpenLevelDbBloom},
    {FilterKind::kBlockedBloom, "blocked_bloom", BuildBlockedBloom, OpenBlockedBloom},
    {FilterKind::kRibbon, "ribbon", BuildRibbon, OpenRibbon},
    {FilterKind::kBinaryFuse, "binary_fuse", BuildBinaryFuse, OpenBinaryFuse},
};

const KindEntry& EntryOf(FilterKind kind) {
  const auto* entry = std::find_if(std::begin(kKinds), std::end(kKinds),
                                   [kind](const KindEntry& e) { return e.kind == kind; });
  ENGINE_CHECK(entry != std::end(kKinds), static_cast<int>(kind), std::size(kKinds));
  return *entry;
}

}  // namespace

std::uint64_t FilterReader::MayContainBatch(std::span<const KeyHash> keys) const {
  return ProbeBatch(*this, keys);
}

std::string BuildFilter(const FilterSpec& spec, std::span<const KeyHash> keys) {
  ENGINE_CHECK(spec.bits_per_key_1024 <= kMaxBitsPerKey1024, spec.bits_per_key_1024,
               kMaxBitsPerKey1024);
  if (keys.empty()) return {};
  return EntryOf(spec.kind).build(spec.bits_per_key_1024, keys);
}

Result<std::unique_ptr<FilterReader>> OpenFilter(FilterKind kind, std::string bytes) {
  if (bytes.empty()) return nullptr;
  return EntryOf(kind).open(std::move(bytes));
}

std::string_view FilterKindName(FilterKind kind) { return EntryOf(kind).name; }

std::optional<FilterKind> FilterKindByName(std::string_view name) {
  for (const KindEntry& entry : kKinds) {
    if (entry.name == name) return entry.kind;
  }
  return std::nullopt;
}

}  // namespace bitladder::engine
