#include "engine/filter/filter_bytes.h"

#include <sys/mman.h>

#include <bit>
#include <cstring>

#include "engine/check.h"
#include "engine/filter/arithmetic.h"

namespace bitladder::engine {
namespace {

static_assert(std::endian::native == std::endian::little,
              "filters load little-endian words as they are");

constexpr std::size_t kCacheLineBytes = 64;
constexpr std::size_t kHugePageBytes = std::size_t{2} << 20;
constexpr std::uint64_t kMaxBitsPerKey = 128;

std::size_t RoundUp(std::size_t value, std::size_t unit) {
  return (value + unit - 1) / unit * unit;
}

}  // namespace

AlignedBytes::AlignedBytes(std::size_t size)
    : size_(size), capacity_(RoundUp(size, kCacheLineBytes) + kCacheLineBytes) {
  const bool huge = size >= kHugePageBytes;
  const std::size_t alignment = huge ? kHugePageBytes : kCacheLineBytes;
  void* memory = std::aligned_alloc(alignment, RoundUp(capacity_, alignment));
  ENGINE_CHECK(memory != nullptr, size, alignment);
  // Advice only: where huge pages are off the filter works the same on small ones. Whole huge pages
  // only, so that no more memory becomes resident than asked for.
  if (huge) (void)madvise(memory, capacity_ / kHugePageBytes * kHugePageBytes, MADV_HUGEPAGE);
  std::memset(memory, 0, capacity_);
  data_.reset(static_cast<std::uint8_t*>(memory));
}

AlignedBytes::AlignedBytes(std::string_view content) : AlignedBytes(content.size()) {
  std::memcpy(data_.get(), content.data(), content.size());
}

std::uint64_t AlignedBytes::CountOnes() const {
  std::uint64_t ones = 0;
  for (std::size_t i = 0; i < size_; i += sizeof(std::uint64_t)) {  // the padding is zero
    std::uint64_t word;
    std::memcpy(&word, data_.get() + i, sizeof(word));
    ones += static_cast<std::uint64_t>(std::popcount(word));
  }
  return ones;
}

std::string SealFilter(const AlignedBytes& payload, const FilterTrailer& trailer) {
  std::string bytes;
  bytes.reserve(payload.size() + kFilterTrailerBytes);
  bytes.assign(reinterpret_cast<const char*>(payload.data()), payload.size());
  for (int shift = 0; shift < 64; shift += 8) {
    bytes.push_back(static_cast<char>(trailer.keys >> shift & 0xff));
  }
  bytes.push_back(static_cast<char>(trailer.parameter));
  bytes.push_back(static_cast<char>(trailer.kind));
  return bytes;
}

Result<FilterTrailer> ReadTrailer(FilterKind kind, std::string_view bytes) {
  if (bytes.size() <= kFilterTrailerBytes) return BadFilter(kind, "shorter than its trailer");
  const char* p = bytes.data() + bytes.size() - kFilterTrailerBytes;
  FilterTrailer trailer;
  std::memcpy(&trailer.keys, p, sizeof(trailer.keys));
  trailer.parameter = static_cast<std::uint8_t>(p[8]);
  trailer.kind = static_cast<FilterKind>(p[9]);
  if (trailer.kind != kind) return BadFilter(kind, "trailer names another kind");
  const std::uint64_t bits = std::uint64_t{8} * Payload(bytes).size();
  // bits <= keys * 128, and keys * (1 / 1024) cannot leave a whole line, slot or byte unspent.
  if (Uint128{bits} > Uint128{trailer.keys} * kMaxBitsPerKey) {
    return BadFilter(kind, "more than 128 bits per key");
  }
  if (trailer.keys / 1024 > bits + 1024) return BadFilter(kind, "fewer than 1/1024 bit per key");
  return trailer;
}

tl::unexpected<Error> BadFilter(FilterKind kind, std::string_view what) {
  return Fail(ErrorCode::kCorruption, std::string(FilterKindName(kind)) + " filter is malformed: " +
                                          std::string(what) + "; rebuild the filter or the table");
}

}  // namespace bitladder::engine
