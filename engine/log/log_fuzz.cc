// Any bytes as a log; and any records, written and read back.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/check.h"
#include "engine/io/coding.h"
#include "engine/io/crc32c.h"
#include "engine/io/memory_file_system.h"
#include "engine/log/log_reader.h"
#include "engine/log/log_writer.h"

namespace bitladder::engine {
namespace {

std::vector<std::string> ReadAll(const std::string& contents) {
  LogReader reader(contents, "/log");
  std::vector<std::string> records;
  std::string record;
  std::size_t bytes = 0;
  while (true) {
    const auto more = reader.Next(&record);
    if (!more || !*more) break;
    bytes += record.size();
    ENGINE_CHECK(bytes <= contents.size(), bytes, contents.size());
    records.push_back(record);
  }
  ENGINE_CHECK(reader.torn_bytes() <= contents.size(), reader.torn_bytes(), contents.size());
  return records;
}

// Checksums would keep a fuzzer outside, so this puts right ones on: each fragment is given as
// type, fixed16 length and payload.
std::string LogOfFragments(std::string_view input) {
  std::string log;
  while (input.size() >= 3) {
    const std::size_t length = static_cast<unsigned char>(input[1]) |
                               (std::size_t{static_cast<unsigned char>(input[2])} << 8);
    const std::string_view payload = input.substr(3, length);
    AppendFixed32(&log, MaskCrc(Crc32c(payload, Crc32c(input.substr(0, 1)))));
    log.push_back(static_cast<char>(payload.size() & 0xff));
    log.push_back(static_cast<char>(payload.size() >> 8));
    log.append(input.substr(0, 1)).append(payload);
    input.remove_prefix(3 + payload.size());
  }
  return log;
}

// Records of the given lengths, repeated to reach across blocks.
void RoundTrip(std::string_view lengths) {
  MemoryFileSystem file_system;
  auto file = file_system.CreateWritable("/log");
  ENGINE_CHECK(file.has_value(), 0, 0);
  LogWriter writer(std::move(*file));
  std::vector<std::string> records;
  for (const char length : lengths.substr(0, 12)) {
    const std::size_t bytes = std::size_t{static_cast<unsigned char>(length)} * 131;
    records.emplace_back(bytes, static_cast<char>('a' + records.size() % 26));
    const Status appended = writer.Append(records.back());
    ENGINE_CHECK(appended.has_value(), records.size(), bytes);
  }
  const Status flushed = writer.Flush();
  ENGINE_CHECK(flushed.has_value(), records.size(), 0);
  const bool same = ReadAll(*file_system.ReadFile("/log")) == records;
  ENGINE_CHECK(same, records.size(), lengths.size());
}

}  // namespace
}  // namespace bitladder::engine

// Input: one byte (0 mod 3: the rest is the log; 1: fragments; 2: lengths of records), the rest.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view rest(reinterpret_cast<const char*>(data) + 1, size - 1);
  switch (data[0] % 3) {
    case 0:
      bitladder::engine::ReadAll(std::string(rest));
      break;
    case 1:
      bitladder::engine::ReadAll(bitladder::engine::LogOfFragments(rest));
      break;
    default:
      bitladder::engine::RoundTrip(rest);
  }
  return 0;
}
