// Any bytes as a table file: opened, searched, walked, verified and dumped.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "engine/check.h"
#include "engine/io/memory_file_system.h"
#include "engine/table/block_io.h"
#include "engine/table/dump.h"
#include "engine/table/table_reader.h"
#include "engine/table/verify.h"

namespace bitladder::engine {
namespace {

// Checksums would keep a fuzzer outside, so this puts right ones on: blocks are given as fixed16
// length and payload, the last two are metaindex and index.
std::string TableOfPayloads(std::string_view input) {
  std::string file;
  Footer footer;
  while (input.size() >= 2) {
    const std::size_t length = static_cast<unsigned char>(input[0]) |
                               (std::size_t{static_cast<unsigned char>(input[1])} << 8);
    input.remove_prefix(2);
    const std::string_view payload = input.substr(0, length);
    input.remove_prefix(payload.size());
    footer.metaindex = footer.index;
    footer.index.offset = file.size();
    footer.index.size = AppendBlock(&file, payload, Compression::kNone);
  }
  AppendFooter(&file, footer);
  return file;
}

void UseTable(FileSystem& file_system, const std::string& path, bool verify_checksums) {
  const auto table = TableReader::Open(file_system, path, ReadMode::kBuffered,
                                       {.verify_checksums = verify_checksums});
  if (!table) return;
  std::string value;
  for (const std::string_view key : {"", "0000000000000007", "k", "\xff\xff\xff"}) {
    const KeyHash hash = HashUserKey(key);
    for (const FilterReader* filter :
         {(*table)->filter(), static_cast<const FilterReader*>(nullptr)}) {
      static_cast<void>((*table)->Get(key, hash, kMaxSequence, filter, &value));
    }
  }
  const auto cursor = (*table)->NewIterator();
  std::string before;
  for (cursor->SeekToFirst(); cursor->Valid(); cursor->Next()) {
    const bool ascending = before.empty() || CompareInternalKeys(before, cursor->key()) < 0;
    ENGINE_CHECK(ascending, before.size(), cursor->key().size());
    before = cursor->key();
  }
}

void UseFile(const std::string& contents) {
  MemoryFileSystem file_system;
  file_system.SetContents("/t", contents);
  UseTable(file_system, "/t", true);
  UseTable(file_system, "/t", false);
  static_cast<void>(VerifyTable(file_system, "/t", ""));
  std::size_t lines = 0;
  static_cast<void>(DumpTable(file_system, "/t", {}, [&](std::string_view) { ++lines; }));
}

}  // namespace
}  // namespace bitladder::engine

// Input: one byte (even: the rest is the file; odd: the rest are payloads), the rest.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view rest(reinterpret_cast<const char*>(data) + 1, size - 1);
  bitladder::engine::UseFile(data[0] % 2 == 0 ? std::string(rest)
                                              : bitladder::engine::TableOfPayloads(rest));
  return 0;
}
