#include "engine/table/table_keys.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "engine/io/coding.h"
#include "engine/io/crc32c.h"
#include "engine/io/read_ahead_file.h"
#include "engine/table/block_io.h"
#include "engine/table/table_writer.h"

namespace bitladder::engine {

namespace {

constexpr std::size_t kCrcBytes = 4;
constexpr std::size_t kReadAheadBytes = 21 * (kHashesPerChunk * kHashBytes + kCrcBytes);  // 1 MB

struct HashesFooter {
  std::uint64_t keys = 0;
  std::uint64_t layout_bytes = 0;
};

void AppendCrcOf(std::string* bytes) { AppendFixed32(bytes, MaskCrc(Crc32c(*bytes))); }

// Whether the last 4 bytes are the masked checksum of those before.
bool EndsWithItsCrc(std::string_view bytes) {
  const std::string_view body = bytes.substr(0, bytes.size() - kCrcBytes);
  return Crc32c(body) == UnmaskCrc(DecodeFixed32(body.data() + body.size()));
}

std::uint64_t ChunksBytes(std::uint64_t keys) {
  const std::uint64_t chunks = (keys + kHashesPerChunk - 1) / kHashesPerChunk;
  return keys * kHashBytes + chunks * kCrcBytes;
}

std::string EncodeLayout(const TableKeys& keys) {
  std::string out;
  AppendVarint64(&out, keys.data_end);
  AppendVarint64(&out, keys.blocks.size());
  std::uint64_t before = 0;
  for (const BlockOfVersions& block : keys.blocks) {
    AppendVarint64(&out, block.offset - before);
    AppendVarint64(&out, block.versions);
    before = block.offset;
  }
  AppendVarint64(&out, keys.repeated.size());
  before = 0;
  for (const RepeatedKey& key : keys.repeated) {
    AppendVarint64(&out, key.key - before);
    AppendVarint64(&out, key.versions);
    before = key.key;
  }
  AppendCrcOf(&out);
  return out;
}

// Takes a list of (ascending number, versions) off `input`; what they must stay below ends them.
template <class Element>
bool GetAscending(std::string_view* input, std::uint64_t limit, std::vector<Element>* out) {
  std::uint64_t count = 0;
  if (!GetVarint64(input, &count) || count > input->size() / 2) return false;
  out->reserve(static_cast<std::size_t>(count));
  std::uint64_t number = 0;
  for (std::uint64_t i = 0; i < count; ++i) {
    std::uint64_t step = 0;
    std::uint64_t versions = 0;
    if (!GetVarint64(input, &step) || !GetVarint64(input, &versions)) return false;
    if ((i > 0 && step == 0) || versions == 0 || number >= limit || step >= limit - number) {
      return false;
    }
    number += step;
    out->push_back(Element{number, versions});
  }
  return true;
}

// The blocks must hold as many versions as the keys have.
bool VersionsAgree(const TableKeys& keys) {
  std::uint64_t by_key = keys.distinct.size();
  for (const RepeatedKey& key : keys.repeated) {
    if (key.versions - 1 > ~by_key) return false;
    by_key += key.versions - 1;
  }
  for (const BlockOfVersions& block : keys.blocks) {
    if (block.versions > by_key) return false;
    by_key -= block.versions;
  }
  return by_key == 0;
}

bool DecodeLayout(std::string_view bytes, TableKeys* keys) {
  return GetVarint64(&bytes, &keys->data_end) &&
         GetAscending(&bytes, keys->data_end, &keys->blocks) &&
         GetAscending(&bytes, keys->distinct.size(), &keys->repeated) && bytes.empty() &&
         VersionsAgree(*keys);
}

Result<HashesFooter> ReadHashesFooter(const RandomAccessFile& file) {
  if (file.size() < kHashesFooterBytes) {
    return CorruptAt(file.path(), 0, "too short for a file of key hashes");
  }
  const std::uint64_t offset = file.size() - kHashesFooterBytes;
  char scratch[kHashesFooterBytes];
  const auto read = file.Read(offset, kHashesFooterBytes, scratch);
  ENGINE_TRY(read);
  std::string_view bytes = *read;
  if (!EndsWithItsCrc(bytes)) {
    return CorruptAt(file.path(), offset, "the checksum of the key hashes' footer is wrong");
  }
  HashesFooter footer;
  std::uint64_t magic = 0;
  GetFixed64(&bytes, &footer.keys);
  GetFixed64(&bytes, &footer.layout_bytes);
  GetFixed64(&bytes, &magic);
  if (magic != kHashesMagic) {
    return CorruptAt(file.path(), offset, "not a file of key hashes: the magic number is wrong");
  }
  if (footer.keys > offset / kHashBytes || footer.layout_bytes > offset ||
      ChunksBytes(footer.keys) + footer.layout_bytes != offset ||
      (footer.layout_bytes > 0 && footer.layout_bytes < kCrcBytes)) {
    return CorruptAt(file.path(), offset,
                     fmt::format("{} key hashes and {} bytes of layout do not make a file of {}",
                                 footer.keys, footer.layout_bytes, file.size()));
  }
  return footer;
}

// Chunk by chunk, so that the file is never in memory beside the hashes.
Status ReadHashes(const RandomAccessFile& file, std::uint64_t count, std::vector<KeyHash>* hashes) {
  hashes->reserve(static_cast<std::size_t>(count));
  const ReadAheadFile ahead(file, kReadAheadBytes);
  std::string scratch(kHashesPerChunk * kHashBytes + kCrcBytes, '\0');
  std::uint64_t offset = 0;
  while (hashes->size() < count) {
    const std::size_t keys =
        std::min(kHashesPerChunk, static_cast<std::size_t>(count) - hashes->size());
    const auto chunk = ahead.Read(offset, keys * kHashBytes + kCrcBytes, scratch.data());
    ENGINE_TRY(chunk);
    if (!EndsWithItsCrc(*chunk)) {
      return CorruptAt(file.path(), offset, "the checksum of a chunk of key hashes is wrong");
    }
    for (std::size_t i = 0; i < keys; ++i) {
      const char* p = chunk->data() + i * kHashBytes;
      hashes->push_back(KeyHash{DecodeFixed64(p), DecodeFixed32(p + sizeof(std::uint64_t))});
    }
    offset += chunk->size();
  }
  return {};
}

Status ReadLayout(const RandomAccessFile& file, std::uint64_t bytes, TableKeys* keys) {
  const std::uint64_t offset = file.size() - kHashesFooterBytes - bytes;
  std::string scratch(static_cast<std::size_t>(bytes), '\0');
  const auto layout = file.Read(offset, scratch.size(), scratch.data());
  ENGINE_TRY(layout);
  if (!EndsWithItsCrc(*layout) ||
      !DecodeLayout(layout->substr(0, layout->size() - kCrcBytes), keys)) {
    return CorruptAt(file.path(), offset, "the layout of the key hashes is damaged");
  }
  return {};
}

}  // namespace

void TableKeys::AddVersion(std::string_view user_key, bool is_new) {
  ++open_versions;
  if (is_new) {
    distinct.push_back(HashUserKey(user_key));
    return;
  }
  const std::uint64_t key = distinct.size() - 1;
  if (repeated.empty() || repeated.back().key != key) repeated.push_back({key, 1});
  ++repeated.back().versions;
}

void TableKeys::EndBlock(std::uint64_t offset, std::uint64_t end) {
  blocks.push_back({offset, std::exchange(open_versions, 0)});
  data_end = end;
}

Status WriteTableKeys(WritableFile& file, const TableKeys& keys) {
  std::string chunk;
  const std::size_t count = keys.distinct.size();
  for (std::size_t start = 0; start < count; start += kHashesPerChunk) {
    chunk.clear();
    for (std::size_t i = start; i < std::min(start + kHashesPerChunk, count); ++i) {
      AppendFixed64(&chunk, keys.distinct[i].wide);
      AppendFixed32(&chunk, keys.distinct[i].leveldb);
    }
    AppendCrcOf(&chunk);
    ENGINE_TRY(file.Append(chunk));
  }
  const std::string layout = keys.blocks.empty() ? "" : EncodeLayout(keys);
  ENGINE_TRY(file.Append(layout));
  std::string footer;
  AppendFixed64(&footer, count);
  AppendFixed64(&footer, layout.size());
  AppendFixed64(&footer, kHashesMagic);
  AppendCrcOf(&footer);
  return file.Append(footer);
}

Result<TableKeys> ReadTableKeys(FileSystem& file_system, const std::string& hashes_path) {
  const auto file = file_system.OpenRandomAccess(hashes_path, ReadMode::kBuffered);
  ENGINE_TRY(file);
  const auto footer = ReadHashesFooter(**file);
  ENGINE_TRY(footer);
  TableKeys keys;
  ENGINE_TRY(ReadHashes(**file, footer->keys, &keys.distinct));
  if (footer->layout_bytes > 0) {
    ENGINE_TRY(ReadLayout(**file, footer->layout_bytes, &keys));
  }
  return keys;
}

Result<std::vector<KeyHash>> ReadKeyHashes(FileSystem& file_system,
                                           const std::string& hashes_path) {
  auto keys = ReadTableKeys(file_system, hashes_path);
  ENGINE_TRY(keys);
  return std::move(keys->distinct);
}

}  // namespace bitladder::engine
