#include "engine/table/key_hashes.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <string_view>
#include <vector>

#include "engine/table/block_io.h"
#include "engine/table/format.h"
#include "engine/table/table_writer.h"

namespace bitladder::engine {

namespace {

constexpr std::size_t kCrcBytes = 4;

std::uint64_t FileBytes(std::uint64_t keys) {
  const std::uint64_t chunks = (keys + kHashesPerChunk - 1) / kHashesPerChunk;
  return keys * kHashBytes + chunks * kCrcBytes + kHashesFooterBytes;
}

Result<std::uint64_t> KeysInFile(std::string_view contents, const std::string& path) {
  if (contents.size() < kHashesFooterBytes) {
    return CorruptAt(path, 0, "too short for a file of key hashes");
  }
  const std::size_t offset = contents.size() - kHashesFooterBytes;
  const std::string_view footer = contents.substr(offset);
  if (Crc32c(footer.substr(0, kHashesFooterBytes - kCrcBytes)) !=
      UnmaskCrc(DecodeFixed32(footer.data() + kHashesFooterBytes - kCrcBytes))) {
    return CorruptAt(path, offset, "the checksum of the key hashes' footer is wrong");
  }
  const std::uint64_t keys = DecodeFixed64(footer.data());
  if (DecodeFixed64(footer.data() + sizeof(keys)) != kHashesMagic) {
    return CorruptAt(path, offset, "not a file of key hashes: the magic number is wrong");
  }
  if (keys > contents.size() / kHashBytes || FileBytes(keys) != contents.size()) {
    return CorruptAt(
        path, offset,
        fmt::format("{} key hashes do not make a file of {} bytes", keys, contents.size()));
  }
  return keys;
}

}  // namespace

Status WriteKeyHashes(WritableFile& file, std::span<const KeyHash> keys) {
  std::string chunk;
  for (std::size_t start = 0; start < keys.size(); start += kHashesPerChunk) {
    chunk.clear();
    for (const KeyHash& key : keys.subspan(start, std::min(kHashesPerChunk, keys.size() - start))) {
      AppendFixed64(&chunk, key.wide);
      AppendFixed32(&chunk, key.leveldb);
    }
    AppendFixed32(&chunk, MaskCrc(Crc32c(chunk)));
    ENGINE_TRY(file.Append(chunk));
  }
  std::string footer;
  AppendFixed64(&footer, keys.size());
  AppendFixed64(&footer, kHashesMagic);
  AppendFixed32(&footer, MaskCrc(Crc32c(footer)));
  return file.Append(footer);
}

Result<std::vector<KeyHash>> ReadKeyHashes(FileSystem& file_system,
                                           const std::string& hashes_path) {
  const auto contents = file_system.ReadFile(hashes_path);
  if (!contents) return tl::unexpected(contents.error());
  const auto keys = KeysInFile(*contents, hashes_path);
  if (!keys) return tl::unexpected(keys.error());
  std::vector<KeyHash> hashes;
  hashes.reserve(static_cast<std::size_t>(*keys));
  std::size_t offset = 0;
  while (hashes.size() < *keys) {
    const std::size_t count =
        std::min(kHashesPerChunk, static_cast<std::size_t>(*keys) - hashes.size());
    const std::string_view chunk = std::string_view(*contents).substr(offset, count * kHashBytes);
    if (Crc32c(chunk) != UnmaskCrc(DecodeFixed32(chunk.data() + chunk.size()))) {
      return CorruptAt(hashes_path, offset, "the checksum of a chunk of key hashes is wrong");
    }
    for (std::size_t i = 0; i < count; ++i) {
      const char* p = chunk.data() + i * kHashBytes;
      hashes.push_back(KeyHash{DecodeFixed64(p), DecodeFixed32(p + sizeof(std::uint64_t))});
    }
    offset += chunk.size() + kCrcBytes;
  }
  return hashes;
}

}  // namespace bitladder::engine
