// What the filter kinds share in their bytes: aligned memory and the trailer that says what the
// payload is.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>

#include "engine/filter/filter.h"
#include "engine/result.h"

namespace bitladder::engine {

// Zeroed memory that starts on a cache line and may be read up to 64 bytes past its end (zeros).
// From 2 MiB on it asks the kernel for huge pages: a random probe of a large filter otherwise
// misses the TLB as well as the cache.
class AlignedBytes {
 public:
  explicit AlignedBytes(std::size_t size);
  explicit AlignedBytes(std::string_view content);

  std::uint8_t* data() { return data_.get(); }
  const std::uint8_t* data() const { return data_.get(); }
  std::size_t size() const { return size_; }
  std::size_t resident_bytes() const { return capacity_; }  // with padding
  std::uint64_t CountOnes() const;

 private:
  struct Free {
    void operator()(std::uint8_t* p) const { std::free(p); }
  };
  std::size_t size_;
  std::size_t capacity_;
  std::unique_ptr<std::uint8_t[], Free> data_;
};

// The last 10 bytes of every kind but leveldb_bloom: keys (8, little-endian), parameter (1: number
// of probes, or seed), kind (1). Everything else follows from `keys` and the size of the payload.
struct FilterTrailer {
  std::uint64_t keys = 0;
  std::uint8_t parameter = 0;
  FilterKind kind = FilterKind::kNone;
};
inline constexpr std::size_t kFilterTrailerBytes = 10;

// The payload followed by the trailer.
std::string SealFilter(const AlignedBytes& payload, const FilterTrailer& trailer);

// The trailer, once it names `kind`, has at least one key and follows a payload that some request
// of (0, 128] bits per key can have led to; else kCorruption.
Result<FilterTrailer> ReadTrailer(FilterKind kind, std::string_view bytes);
inline std::string_view Payload(std::string_view bytes) {
  return bytes.substr(0, bytes.size() - kFilterTrailerBytes);
}

// kCorruption with a message that names the kind.
tl::unexpected<Error> BadFilter(FilterKind kind, std::string_view what);

}  // namespace bitladder::engine
