#include "engine/filter/prefix_filter.h"

#include <array>
#include <cstring>
#include <utility>

#include "engine/check.h"

namespace bitladder::engine {
namespace {

constexpr std::size_t kTrailerBytes = 5;

tl::unexpected<Error> BadPrefixFilter(std::string_view what) {
  return Fail(ErrorCode::kCorruption, "prefix filter is malformed: " + std::string(what) +
                                          "; rebuild the filter or the table");
}

std::optional<FilterKind> KnownKind(std::uint8_t byte) {
  constexpr std::array kKinds = {FilterKind::kBloom, FilterKind::kLevelDbBloom,
                                 FilterKind::kBlockedBloom, FilterKind::kRibbon,
                                 FilterKind::kBinaryFuse};
  for (const FilterKind kind : kKinds) {
    if (static_cast<std::uint8_t>(kind) == byte) return kind;
  }
  return std::nullopt;
}

}  // namespace

PrefixFilterBuilder::PrefixFilterBuilder(const PrefixFilterSpec& spec) : spec_(spec) {
  ENGINE_CHECK(spec.prefix_bytes >= 1, spec.prefix_bytes, 1);
}

void PrefixFilterBuilder::Add(std::string_view key) {
  if (key.size() < spec_.prefix_bytes) return;
  const std::string_view prefix = key.substr(0, spec_.prefix_bytes);
  if (prefix == last_prefix_) return;
  ENGINE_CHECK(prefix > last_prefix_, hashes_.size(), spec_.prefix_bytes);
  last_prefix_.assign(prefix);
  hashes_.push_back(HashUserKey(prefix));
}

std::string PrefixFilterBuilder::Finish() const {
  std::string bytes = BuildFilter(spec_.filter, hashes_);
  if (bytes.empty()) return bytes;
  for (int shift = 0; shift < 32; shift += 8) {
    bytes.push_back(static_cast<char>(spec_.prefix_bytes >> shift & 0xff));
  }
  bytes.push_back(static_cast<char>(spec_.filter.kind));
  return bytes;
}

PrefixFilterReader::PrefixFilterReader(std::uint32_t prefix_bytes,
                                       std::unique_ptr<FilterReader> filter)
    : prefix_bytes_(prefix_bytes), filter_(std::move(filter)) {}

Result<PrefixFilterReader> PrefixFilterReader::Open(std::string bytes) {
  if (bytes.size() <= kTrailerBytes) return BadPrefixFilter("shorter than its trailer");
  const char* trailer = bytes.data() + bytes.size() - kTrailerBytes;
  std::uint32_t prefix_bytes;
  std::memcpy(&prefix_bytes, trailer, sizeof(prefix_bytes));
  const std::optional<FilterKind> kind = KnownKind(static_cast<std::uint8_t>(trailer[4]));
  if (prefix_bytes == 0) return BadPrefixFilter("prefix of no bytes");
  if (!kind) return BadPrefixFilter("unknown kind");
  bytes.resize(bytes.size() - kTrailerBytes);
  Result<std::unique_ptr<FilterReader>> filter = OpenFilter(*kind, std::move(bytes));
  if (!filter) return tl::unexpected<Error>(filter.error());
  return PrefixFilterReader(prefix_bytes, *std::move(filter));
}

bool PrefixFilterReader::MayContainRange(std::string_view first, std::string_view last) const {
  if (first.size() < prefix_bytes_ || last.size() < prefix_bytes_) return true;
  const std::string_view prefix = first.substr(0, prefix_bytes_);
  if (prefix != last.substr(0, prefix_bytes_)) return true;
  return filter_->MayContain(HashUserKey(prefix));
}

}  // namespace bitladder::engine
