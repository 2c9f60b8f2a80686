#include "engine/store/fingerprint.h"

#include <fmt/format.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "engine/check.h"
#include "engine/io/coding.h"

namespace bitladder::engine {
namespace {

constexpr std::uint64_t kChunkBytes = 1 << 20;

}  // namespace

struct FingerprintHash::State {
  XXH3_state_t* xxh = XXH3_createState();
  ~State() { XXH3_freeState(xxh); }
};

FingerprintHash::FingerprintHash() : state_(std::make_unique<State>()) {
  ENGINE_CHECK(state_->xxh != nullptr, 0, 0);
  XXH3_128bits_reset(state_->xxh);
}

FingerprintHash::~FingerprintHash() = default;

void FingerprintHash::AddNumber(std::uint64_t number) {
  std::string bytes;
  AppendFixed64(&bytes, number);
  XXH3_128bits_update(state_->xxh, bytes.data(), bytes.size());
}

Status FingerprintHash::AddFile(FileSystem& file_system, const std::string& path) {
  const auto file = file_system.OpenRandomAccess(path, ReadMode::kBuffered);
  ENGINE_TRY(file);
  const std::uint64_t size = (*file)->size();
  AddNumber(size);
  std::string scratch(std::min(size, kChunkBytes), '\0');
  for (std::uint64_t offset = 0; offset < size; offset += kChunkBytes) {
    const auto bytes = static_cast<std::size_t>(std::min(kChunkBytes, size - offset));
    const auto chunk = (*file)->Read(offset, bytes, scratch.data());
    ENGINE_TRY(chunk);
    XXH3_128bits_update(state_->xxh, chunk->data(), chunk->size());
  }
  return {};
}

std::string FingerprintHash::Digest() const {
  const XXH128_hash_t hash = XXH3_128bits_digest(state_->xxh);
  return fmt::format("{:016x}{:016x}", hash.high64, hash.low64);
}

}  // namespace bitladder::engine
