#include "engine/io/read_ahead_file.h"

#include <algorithm>
#include <cstring>

namespace bitladder::engine {

ReadAheadFile::ReadAheadFile(const RandomAccessFile& below, std::size_t step_bytes)
    : below_(below), step_bytes_(step_bytes) {}

Result<std::string_view> ReadAheadFile::Read(std::uint64_t offset, std::size_t size,
                                             char* scratch) const {
  // Ranges outside the file are for `below_` to refuse.
  if (size > step_bytes_ || offset > below_.size() || size > below_.size() - offset) {
    return below_.Read(offset, size, scratch);
  }
  const auto holds_range = [&] {
    return offset >= buffer_offset_ && offset - buffer_offset_ <= buffer_.size() &&
           size <= buffer_.size() - (offset - buffer_offset_);
  };
  if (!holds_range()) {
    const auto step =
        static_cast<std::size_t>(std::min<std::uint64_t>(step_bytes_, below_.size() - offset));
    scratch_.resize(step_bytes_);
    buffer_ = {};
    const auto read = below_.Read(offset, step, scratch_.data());
    ENGINE_TRY(read);
    buffer_ = *read;
    buffer_offset_ = offset;
  }
  if (size > 0) std::memcpy(scratch, buffer_.data() + (offset - buffer_offset_), size);
  return std::string_view(scratch, size);
}

}  // namespace bitladder::engine
