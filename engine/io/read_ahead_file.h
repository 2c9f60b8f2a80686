// Sequential reading of a random-access file in large steps, for merges.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "engine/io/file_system.h"

namespace bitladder::engine {

// A read that its buffer does not hold fetches `step_bytes` from there on by one read of `below`,
// which outlives it. A read larger than that passes straight on. Not thread-safe.
class ReadAheadFile final : public RandomAccessFile {
 public:
  ReadAheadFile(const RandomAccessFile& below, std::size_t step_bytes);

  Result<std::string_view> Read(std::uint64_t offset, std::size_t size,
                                char* scratch) const override;
  std::uint64_t size() const override { return below_.size(); }
  const std::string& path() const override { return below_.path(); }

 private:
  const RandomAccessFile& below_;
  std::size_t step_bytes_;
  mutable std::string scratch_;
  mutable std::string_view buffer_;  // in scratch_ or in the mapping
  mutable std::uint64_t buffer_offset_ = 0;
};

}  // namespace bitladder::engine
