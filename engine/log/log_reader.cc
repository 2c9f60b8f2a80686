#include "engine/log/log_reader.h"

#include <fmt/format.h>

#include <utility>

#include "engine/io/coding.h"
#include "engine/io/crc32c.h"

namespace bitladder::engine {

LogReader::LogReader(std::string contents, std::string path)
    : contents_(std::move(contents)), path_(std::move(path)) {}

Result<bool> LogReader::Next(std::string* record) {
  record->clear();
  const std::size_t start = position_;
  bool inside = false;
  while (true) {
    const std::size_t fragment_start = position_;
    Fragment fragment;
    const Result<Step> step = ReadFragment(&fragment);
    if (!step) {
      position_ = start;  // the same error at the next call
      return tl::unexpected(step.error());
    }
    if (*step == Step::kTorn) return EndTorn(inside ? start : fragment_start);
    const bool begins =
        fragment.type == LogRecordType::kFull || fragment.type == LogRecordType::kFirst;
    const bool ends =
        fragment.type == LogRecordType::kFull || fragment.type == LogRecordType::kLast;
    if (begins == inside) {
      position_ = start;
      return Corrupt(fragment_start, inside ? "a record starts inside another"
                                            : "a record continues that never started");
    }
    record->append(fragment.payload);
    if (ends) return true;
    inside = true;
  }
}

Result<LogReader::Step> LogReader::ReadFragment(Fragment* fragment) {
  std::size_t block_left = kLogBlockBytes - position_ % kLogBlockBytes;
  if (block_left < kLogHeaderBytes) {  // too small for a header: filler
    position_ += block_left;
    block_left = kLogBlockBytes;
  }
  if (position_ >= contents_.size()) return Step::kTorn;
  const std::string_view rest = std::string_view(contents_).substr(position_);
  if (rest.find_first_not_of('\0') == std::string_view::npos) return Step::kTorn;
  if (rest.size() < kLogHeaderBytes) return Step::kTorn;

  const std::uint32_t stored_crc = UnmaskCrc(DecodeFixed32(rest.data()));
  const std::size_t length =
      static_cast<unsigned char>(rest[4]) + (std::size_t{static_cast<unsigned char>(rest[5])} << 8);
  const auto type = static_cast<unsigned char>(rest[6]);
  if (length > block_left - kLogHeaderBytes) {
    return Corrupt(position_, "a fragment's length goes beyond its block");
  }
  if (length > rest.size() - kLogHeaderBytes) {
    if (LengthWasDamaged(stored_crc, rest.substr(kLogHeaderBytes - 1))) {
      return Corrupt(position_, "a fragment's length is damaged: its checksum fits a shorter one");
    }
    return Step::kTorn;
  }
  if (Crc32c(rest.substr(kLogHeaderBytes - 1, 1 + length)) != stored_crc) {
    return Corrupt(position_, "a fragment's checksum is wrong");
  }
  if (type < 1 || type > 4) return Corrupt(position_, "a fragment's type is unknown");
  fragment->type = static_cast<LogRecordType>(type);
  fragment->payload = rest.substr(kLogHeaderBytes, length);
  position_ += kLogHeaderBytes + length;
  return Step::kFragment;
}

bool LogReader::LengthWasDamaged(std::uint32_t stored_crc,
                                 std::string_view type_and_payload) const {
  std::uint32_t crc = 0;
  for (std::size_t i = 0; i < type_and_payload.size(); ++i) {
    crc = Crc32c(type_and_payload.substr(i, 1), crc);
    if (crc == stored_crc) return true;
  }
  return false;
}

Result<bool> LogReader::EndTorn(std::size_t record_start) {
  if (record_start < contents_.size()) torn_bytes_ += contents_.size() - record_start;
  position_ = contents_.size();
  return false;
}

tl::unexpected<Error> LogReader::Corrupt(std::size_t offset, std::string_view what) const {
  return Fail(ErrorCode::kCorruption, fmt::format("{}: at offset {}: {}", path_, offset, what));
}

}  // namespace bitladder::engine
