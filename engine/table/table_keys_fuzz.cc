// Any bytes as a file of key hashes; what is read writes the same file again.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "engine/check.h"
#include "engine/io/coding.h"
#include "engine/io/crc32c.h"
#include "engine/io/memory_file_system.h"
#include "engine/table/block_filters.h"
#include "engine/table/table_keys.h"

namespace bitladder::engine {
namespace {

void AppendWithCrc(std::string* out, std::string_view bytes) {
  out->append(bytes);
  AppendFixed32(out, MaskCrc(Crc32c(bytes)));
}

// Checksums would keep a fuzzer outside: up to 255 hashes and a layout, with right ones on.
std::string FileOfParts(std::size_t keys, std::string_view rest) {
  std::string file;
  const std::string_view hashes = rest.substr(0, keys * kHashBytes);
  keys = hashes.size() / kHashBytes;
  if (keys > 0) AppendWithCrc(&file, hashes.substr(0, keys * kHashBytes));
  const std::string_view layout = rest.substr(keys * kHashBytes);
  if (!layout.empty()) AppendWithCrc(&file, layout);
  std::string footer;
  AppendFixed64(&footer, keys);
  AppendFixed64(&footer, layout.empty() ? 0 : layout.size() + 4);
  AppendFixed64(&footer, kHashesMagic);
  AppendWithCrc(&file, footer);
  return file;
}

void UseFile(const std::string& contents) {
  MemoryFileSystem file_system;
  file_system.SetContents("/h", contents);
  const auto keys = ReadTableKeys(file_system, "/h");
  if (!keys) return;
  std::uint64_t versions = 0;
  for (const BlockOfVersions& block : keys->blocks) versions += block.versions;
  // A forged file may say any number of versions and offsets; filters for them would fill the
  // memory.
  if (versions < 10000 && keys->data_end < 10000000) {
    static_cast<void>(OpenBlockFilters(BuildBlockFilters(10240, *keys)));
  }
}

}  // namespace
}  // namespace bitladder::engine

// Input: one byte (0: the rest is the file; n: n hashes and a layout), the rest.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view rest(reinterpret_cast<const char*>(data) + 1, size - 1);
  bitladder::engine::UseFile(data[0] == 0 ? std::string(rest)
                                          : bitladder::engine::FileOfParts(data[0], rest));
  return 0;
}
