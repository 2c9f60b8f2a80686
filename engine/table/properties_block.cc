#include "engine/table/properties_block.h"

#include "engine/table/format.h"

namespace bitladder::engine {

namespace {

constexpr std::uint32_t kVersion = 1;

}  // namespace

std::string EncodeProperties(const TableProperties& properties) {
  std::string out;
  AppendVarint32(&out, kVersion);
  AppendVarint64(&out, properties.entries);
  AppendVarint64(&out, properties.distinct_keys);
  AppendVarint64(&out, properties.deletions);
  AppendVarint64(&out, properties.logical_bytes);
  AppendVarint64(&out, properties.data_blocks);
  AppendVarint32(&out, static_cast<std::uint32_t>(properties.filter.kind));
  AppendVarint32(&out, properties.filter.bits_per_key_1024);
  AppendLengthPrefixed(&out, properties.smallest);
  AppendLengthPrefixed(&out, properties.largest);
  return out;
}

Result<TableProperties> DecodeProperties(std::string_view bytes) {
  TableProperties properties;
  std::uint32_t version = 0;
  std::uint32_t kind = 0;
  std::string_view smallest;
  std::string_view largest;
  if (!GetVarint32(&bytes, &version) || version != kVersion) {
    return Fail(ErrorCode::kCorruption, "table properties of an unknown version");
  }
  if (!GetVarint64(&bytes, &properties.entries) ||
      !GetVarint64(&bytes, &properties.distinct_keys) ||
      !GetVarint64(&bytes, &properties.deletions) ||
      !GetVarint64(&bytes, &properties.logical_bytes) ||
      !GetVarint64(&bytes, &properties.data_blocks) || !GetVarint32(&bytes, &kind) ||
      !GetVarint32(&bytes, &properties.filter.bits_per_key_1024) ||
      !GetLengthPrefixed(&bytes, &smallest) || !GetLengthPrefixed(&bytes, &largest) ||
      !bytes.empty() || kind > static_cast<std::uint32_t>(FilterKind::kBinaryFuse) ||
      properties.filter.bits_per_key_1024 > kMaxBitsPerKey1024) {
    return Fail(ErrorCode::kCorruption, "table properties are malformed");
  }
  if (properties.entries > 0 && (!ParseInternalKey(smallest) || !ParseInternalKey(largest))) {
    return Fail(ErrorCode::kCorruption, "table properties hold a malformed key");
  }
  properties.filter.kind = static_cast<FilterKind>(kind);
  properties.smallest = smallest;
  properties.largest = largest;
  return properties;
}

}  // namespace bitladder::engine
