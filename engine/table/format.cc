#include "engine/table/format.h"

#include <fmt/format.h>

#include "engine/check.h"

namespace bitladder::engine {

namespace {

std::uint64_t Tag(std::string_view internal_key) {
  return DecodeFixed64(internal_key.data() + internal_key.size() - kInternalKeyTrailerBytes);
}

}  // namespace

void AppendInternalKey(std::string* out, std::string_view user_key, std::uint64_t sequence,
                       ValueType type) {
  ENGINE_CHECK(sequence <= kMaxSequence, sequence, kMaxSequence);
  out->append(user_key);
  AppendFixed64(out, (sequence << 8) | static_cast<std::uint64_t>(type));
}

Result<ParsedInternalKey> ParseInternalKey(std::string_view internal_key) {
  if (internal_key.size() < kInternalKeyTrailerBytes) {
    return Fail(ErrorCode::kCorruption,
                fmt::format("an internal key of {} bytes, at least {} are needed",
                            internal_key.size(), kInternalKeyTrailerBytes));
  }
  const std::uint64_t tag = Tag(internal_key);
  if ((tag & 0xff) > static_cast<std::uint64_t>(ValueType::kValue)) {
    return Fail(ErrorCode::kCorruption,
                fmt::format("an internal key of unknown type {}", tag & 0xff));
  }
  return ParsedInternalKey{UserKey(internal_key), tag >> 8, static_cast<ValueType>(tag & 0xff)};
}

int CompareInternalKeys(std::string_view a, std::string_view b) {
  const int by_user_key = UserKey(a).compare(UserKey(b));
  if (by_user_key != 0) return by_user_key;
  const std::uint64_t tag_a = Tag(a);
  const std::uint64_t tag_b = Tag(b);
  return tag_a == tag_b ? 0 : (tag_a > tag_b ? -1 : 1);
}

std::string_view UserKey(std::string_view internal_key) {
  return internal_key.substr(0, internal_key.size() - kInternalKeyTrailerBytes);
}

void AppendBlockHandle(std::string* out, const BlockHandle& handle) {
  AppendVarint64(out, handle.offset);
  AppendVarint64(out, handle.size);
}

bool GetBlockHandle(std::string_view* input, BlockHandle* handle) {
  std::string_view rest = *input;
  BlockHandle parsed;
  if (!GetVarint64(&rest, &parsed.offset) || !GetVarint64(&rest, &parsed.size)) return false;
  *handle = parsed;
  *input = rest;
  return true;
}

bool EndsBefore(const BlockHandle& handle, std::uint64_t end) {
  if (end < kBlockTrailerBytes || handle.size > end - kBlockTrailerBytes) return false;
  return handle.offset <= end - kBlockTrailerBytes - handle.size;
}

void AppendFooter(std::string* out, const Footer& footer) {
  const std::size_t start = out->size();
  AppendBlockHandle(out, footer.metaindex);
  AppendBlockHandle(out, footer.index);
  out->resize(start + kFooterBytes - sizeof(kTableMagic), '\0');
  AppendFixed64(out, kTableMagic);
}

Result<Footer> ParseFooter(std::string_view bytes, std::uint64_t file_bytes) {
  const auto corrupt = [](std::string_view what) {
    return Fail(ErrorCode::kCorruption, std::string(what));
  };
  if (bytes.size() != kFooterBytes || file_bytes < kFooterBytes) return corrupt("a cut footer");
  if (DecodeFixed64(bytes.data() + kFooterBytes - sizeof(kTableMagic)) != kTableMagic) {
    return corrupt("not a table: the magic number is wrong");
  }
  Footer footer;
  std::string_view input = bytes;
  if (!GetBlockHandle(&input, &footer.metaindex) || !GetBlockHandle(&input, &footer.index)) {
    return corrupt("the footer's block handles are malformed");
  }
  std::string canonical;
  AppendFooter(&canonical, footer);
  if (canonical != bytes) return corrupt("the footer's bytes are not those of its block handles");
  const auto lie_back_to_back = [](const BlockHandle& handle, std::uint64_t next) {
    return EndsBefore(handle, next) && handle.offset + handle.size + kBlockTrailerBytes == next;
  };
  if (!lie_back_to_back(footer.index, file_bytes - kFooterBytes) ||
      !lie_back_to_back(footer.metaindex, footer.index.offset)) {
    return corrupt("metaindex, index and footer do not lie back to back at the end of the file");
  }
  return footer;
}

}  // namespace bitladder::engine
