#include "engine/table/block_io.h"

#include <fmt/format.h>
#include <snappy.h>

#include <utility>

namespace bitladder::engine {

namespace {

constexpr std::size_t kMaxSnappyRatio = 22;

Result<Block> Uncompress(const std::string& path, std::uint64_t offset,
                         std::string_view compressed) {
  std::size_t size = 0;
  if (!snappy::GetUncompressedLength(compressed.data(), compressed.size(), &size) ||
      size / kMaxSnappyRatio > compressed.size()) {
    return CorruptAt(path, offset, "a block's uncompressed length is malformed");
  }
  auto bytes = std::make_shared_for_overwrite<char[]>(size);
  if (!snappy::RawUncompress(compressed.data(), compressed.size(), bytes.get())) {
    return CorruptAt(path, offset, "a block's compressed bytes are malformed");
  }
  const std::string_view payload(bytes.get(), size);
  return Block{payload, std::move(bytes), Compression::kSnappy};
}

}  // namespace

tl::unexpected<Error> CorruptAt(const std::string& path, std::uint64_t offset,
                                std::string_view what) {
  return Fail(ErrorCode::kCorruption, fmt::format("{}: at offset {}: {}", path, offset, what));
}

std::size_t AppendBlock(std::string* out, std::string_view payload, Compression compression) {
  const std::size_t start = out->size();
  auto type = Compression::kNone;
  if (compression == Compression::kSnappy) {
    std::string compressed;
    snappy::Compress(payload.data(), payload.size(), &compressed);
    if (compressed.size() < payload.size() - payload.size() / 8) {
      type = Compression::kSnappy;
      out->append(compressed);
    }
  }
  if (type == Compression::kNone) out->append(payload);
  const std::size_t size = out->size() - start;
  out->push_back(static_cast<char>(type));
  AppendFixed32(out, MaskCrc(Crc32c(std::string_view(*out).substr(start, size + 1))));
  return size;
}

Result<Block> ReadBlock(const RandomAccessFile& file, const BlockHandle& handle,
                        bool verify_checksum) {
  if (!EndsBefore(handle, file.size())) {
    return CorruptAt(file.path(), handle.offset,
                     fmt::format("a block of {} bytes goes beyond the file's {} bytes", handle.size,
                                 file.size()));
  }
  const auto size = static_cast<std::size_t>(handle.size);
  auto bytes = std::make_shared_for_overwrite<char[]>(size + kBlockTrailerBytes);
  const auto read = file.Read(handle.offset, size + kBlockTrailerBytes, bytes.get());
  if (!read) return tl::unexpected(read.error());
  const std::string_view payload = read->substr(0, size);
  if (verify_checksum) {
    const std::uint32_t stored = UnmaskCrc(DecodeFixed32(read->data() + size + 1));
    if (Crc32c(read->substr(0, size + 1)) != stored) {
      return CorruptAt(file.path(), handle.offset, "a block's checksum is wrong");
    }
  }
  switch (static_cast<unsigned char>((*read)[size])) {
    case static_cast<unsigned char>(Compression::kNone):
      if (read->data() != bytes.get()) bytes = nullptr;
      return Block{payload, std::move(bytes), Compression::kNone};
    case static_cast<unsigned char>(Compression::kSnappy):
      return Uncompress(file.path(), handle.offset, payload);
    default:
      return CorruptAt(file.path(), handle.offset, "a block's compression type is unknown");
  }
}

}  // namespace bitladder::engine
