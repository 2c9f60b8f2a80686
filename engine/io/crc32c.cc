#include "engine/io/crc32c.h"

#include <isa-l/crc.h>

#include <algorithm>
#include <cstddef>

namespace bitladder::engine {

namespace {

constexpr std::uint32_t kMaskDelta = 0xa282ead8u;
constexpr std::size_t kMaxChunk = std::size_t{1} << 30;  // crc32_iscsi takes an int length

}  // namespace

std::uint32_t Crc32c(std::string_view data, std::uint32_t previous) {
  std::uint32_t state = ~previous;
  while (!data.empty()) {
    const std::size_t chunk = std::min(data.size(), kMaxChunk);
    // The library's signature lacks a const that its code honours.
    auto* bytes = reinterpret_cast<unsigned char*>(const_cast<char*>(data.data()));
    state = crc32_iscsi(bytes, static_cast<int>(chunk), state);
    data.remove_prefix(chunk);
  }
  return ~state;
}

std::uint32_t MaskCrc(std::uint32_t crc) { return ((crc >> 15) | (crc << 17)) + kMaskDelta; }

std::uint32_t UnmaskCrc(std::uint32_t masked) {
  const std::uint32_t rotated = masked - kMaskDelta;
  return (rotated >> 17) | (rotated << 15);
}

}  // namespace bitladder::engine
