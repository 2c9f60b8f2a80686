// Tables and keys for tests.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/io/memory_file_system.h"
#include "engine/table/table_reader.h"
#include "engine/table/table_writer.h"

namespace bitladder::engine {

// One version of one key.
struct TestEntry {
  std::string user_key;
  std::uint64_t sequence = 1;
  ValueType type = ValueType::kValue;
  std::string value;
};

inline std::string InternalKey(std::string_view user_key, std::uint64_t sequence,
                               ValueType type = ValueType::kValue) {
  std::string key;
  AppendInternalKey(&key, user_key, sequence, type);
  return key;
}

// 16 digits, so that numbers and keys sort alike.
inline std::string NumberedKey(std::uint64_t number) {
  std::string digits = std::to_string(number);
  return std::string(16 - digits.size(), '0') + digits;
}

// Entries in internal-key order -> a table and its hashes file.
inline TableProperties WriteTable(FileSystem& file_system, const std::string& path,
                                  const std::vector<TestEntry>& entries,
                                  const TableOptions& options = {}, const FilterSpec& filter = {}) {
  auto writer = TableWriter::Create(file_system, path, path + ".hashes", options);
  EXPECT_TRUE(writer) << writer.error().message;
  for (const TestEntry& entry : entries) {
    EXPECT_TRUE(
        (*writer)->Add(InternalKey(entry.user_key, entry.sequence, entry.type), entry.value));
  }
  auto properties = (*writer)->Finish(filter, true);
  EXPECT_TRUE(properties) << properties.error().message;
  return *properties;
}

inline std::unique_ptr<TableReader> OpenTable(FileSystem& file_system, const std::string& path,
                                              ReadMode mode = ReadMode::kBuffered,
                                              const ReadOptions& options = {}) {
  auto reader = TableReader::Open(file_system, path, mode, options);
  EXPECT_TRUE(reader) << reader.error().message;
  return std::move(*reader);
}

// Bytes that do not compress, the same for the same arguments.
inline std::string NoiseValue(std::size_t size, std::uint64_t seed) {
  std::string value(size, '\0');
  std::uint64_t state = seed * 2 + 1;
  for (char& byte : value) {
    state = state * 6364136223846793005ULL + 1442695040888963407ULL;
    byte = static_cast<char>(state >> 56);
  }
  return value;
}

}  // namespace bitladder::engine
