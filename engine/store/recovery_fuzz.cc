// Any records as a manifest, and any records as a log, recovered as a store does at opening. The
// records are framed here with right checksums, which would keep a fuzzer outside.
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/check.h"
#include "engine/io/memory_file_system.h"
#include "engine/log/log_writer.h"
#include "engine/store/file_names.h"
#include "engine/store/manifest.h"
#include "engine/store/manifest_file.h"
#include "engine/store/recovery.h"
#include "engine/store/store.h"

namespace bitladder::engine {
namespace {

constexpr char kDirectory[] = "/store";

// Input: each record as fixed16 length and bytes.
std::vector<std::string> Records(std::string_view input) {
  std::vector<std::string> records;
  while (input.size() >= 2) {
    const std::size_t length = static_cast<unsigned char>(input[0]) |
                               (std::size_t{static_cast<unsigned char>(input[1])} << 8);
    records.emplace_back(input.substr(2, length));
    input.remove_prefix(2 + records.back().size());
  }
  return records;
}

void WriteRecords(FileSystem& file_system, const StoreFile& file,
                  const std::vector<std::string>& records) {
  auto made = file_system.CreateWritable(FilePath(kDirectory, file));
  ENGINE_CHECK(made.has_value(), file.number, 0);
  LogWriter writer(*std::move(made));
  for (const std::string& record : records) {
    const bool written = writer.Append(record).has_value();
    ENGINE_CHECK(written, record.size(), 0);
  }
  const bool flushed = writer.Flush().has_value();
  ENGINE_CHECK(flushed, records.size(), 0);
}

void RecoverManifest(const std::vector<std::string>& records) {
  MemoryFileSystem file_system;
  (void)file_system.CreateDirectories(kDirectory);
  WriteRecords(file_system, {FileKind::kManifest, 1}, records);
  file_system.SetContents(FilePath(kDirectory, {FileKind::kCurrent, 0}), "MANIFEST-000001\n");
  const auto manifest = ReadManifest(file_system, kDirectory);
  if (!manifest) {
    return;
  }
  // What was accepted is a state that survives being written and read again.
  const StoreState& state = manifest->value().state;
  const auto again = DecodeState(EncodeState(state));
  ENGINE_CHECK(again.has_value() && *again == state, state.version.runs.size(), records.size());
  // Its tables and its log are missing, so only a state without either opens.
  StoreOptions options;
  options.file_system = &file_system;
  options.read_only = true;
  const bool opened = Store::Open(options, kDirectory).has_value();
  ENGINE_CHECK(opened == (state.version.runs.empty() && state.log_number == 0), opened,
               state.log_number);
}

void RecoverLog(const std::vector<std::string>& records) {
  MemoryFileSystem file_system;
  (void)file_system.CreateDirectories(kDirectory);
  StoreState state;
  state.log_number = 1;
  state.next_file_number = 3;
  const bool made = ManifestWriter::Create(file_system, kDirectory, 2, state, true).has_value();
  ENGINE_CHECK(made, 0, 0);
  WriteRecords(file_system, {FileKind::kLog, 1}, records);
  StoreOptions options;
  options.file_system = &file_system;
  std::map<std::string, std::string> before;
  for (int opening = 0; opening < 2; ++opening) {
    const auto store = Store::Open(options, kDirectory);
    ENGINE_CHECK(store.has_value() || opening == 0, opening, records.size());
    if (!store) {
      return;
    }
    // The second opening reads the log that the first one wrote, and sees the same.
    std::map<std::string, std::string> contents;
    const auto scan = (*store)->NewScan();
    for (scan->SeekToFirst(); scan->Valid(); scan->Next()) {
      contents.emplace(scan->key(), scan->value());
    }
    ENGINE_CHECK(opening == 0 || contents == before, contents.size(), before.size());
    before = std::move(contents);
  }
}

}  // namespace
}  // namespace bitladder::engine

// Input: one byte (even: records of a manifest; odd: of a log), then the records.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) {
    return 0;
  }
  const std::string_view rest(reinterpret_cast<const char*>(data) + 1, size - 1);
  if (data[0] % 2 == 0) {
    bitladder::engine::RecoverManifest(bitladder::engine::Records(rest));
  } else {
    bitladder::engine::RecoverLog(bitladder::engine::Records(rest));
  }
  return 0;
}
